(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const set = (node, props) => {
    for (const [name, value] of Object.entries(props)) {
      if (name === "text") node.textContent = value;
      else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name, value);
    }
    return node;
  };
  const make = (tag, props = {}, ...children) => {
    const node = set(document.createElement(tag), props);
    node.append(...children);
    return node;
  };
  const draw = (tag, props = {}) => set(document.createElementNS(SVG, tag), props);
  const say = (value, digits = 6) => {
    if (value === undefined || value === null) return "?";
    if (typeof value !== "number") return value === "Infinity" ? "∞" : value === "-Infinity" ? "−∞" : String(value);
    return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(digits))).replace("-", "−");
  };
  /* Two numbers with as many digits as make them differ. */
  const apart = (one, other) => {
    let digits = 6;
    while (digits < 17 && say(one, digits) === say(other, digits)) digits += 1;
    return say(one, digits) === say(other, digits) ? [say(one), say(other)] : [say(one, digits), say(other, digits)];
  };
  const brief = (value) => {
    if (typeof value !== "number") return say(value);
    return (Number.isInteger(value) && Math.abs(value) < 1e5 ? String(value) : String(Number(value.toPrecision(2)))).replace("-", "−");
  };
  const table = (heads, rows) => make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { text, scope: "col" })))), make("tbody", {}, ...rows));
  const row = (texts, name = "") => make("tr", { class: name }, ...texts.map((text) => make("td", { text })));
  const title = (text, columns) => make("tr", { class: "phase-row" }, make("th", { colspan: String(columns), scope: "colgroup", text }));

  /* An array as drawn cells: a picture for each of its layers. Cells are known by their index in the array. */
  class Grid {
    constructor(array, size) {
      this.name = array.name; this.cells = new Map(); this.marked = [];
      this.outside = make("p", { class: "outside" });
      const pictures = array.layers.map((layer) => this.layer(layer, array.kind, size));
      this.figure = make("figure", { class: `matrix ${array.place || ""}` }, ...pictures, this.outside);
    }
    layer({ label, first, rows, cols, stride, end, values = [] }, kind, size) {
      const high = rows * size, wide = cols * size, fine = size < 14 ? " fine" : "";
      const svg = draw("svg", { viewBox: `-1 -1 ${wide + 2} ${high + 2}`, width: wide + 2, height: high + 2, class: `grid ${kind}${fine}`, "aria-hidden": "true" });
      let place = 0;
      for (let at = 0; at < rows * cols; at += 1) {
        const index = first + Math.floor(at / cols) * stride + (at % cols), x = (at % cols) * size, y = Math.floor(at / cols) * size;
        if (index >= end) continue;
        const rect = draw("rect", { x, y, width: size, height: size, class: "cell", "data-index": index });
        const text = size >= 22 ? draw("text", { x: x + size / 2, y: y + size / 2, class: "value", style: `font-size: ${Math.min(12, size * 0.28)}px` }) : null;
        svg.append(rect, ...(text ? [text] : []));
        this.cells.set(index, { rect, text, before: values[place] ?? null });
        place += 1;
      }
      return make("div", {}, make("figcaption", { text: label }), make("div", { class: "pan" }, svg));
    }
    value(index, text) { const cell = this.cells.get(index); if (cell && cell.text && cell.text.textContent !== text) cell.text.textContent = text; }
    mark(index, name) { const cell = this.cells.get(index); if (cell) { cell.rect.classList.add(name); this.marked.push([cell.rect, name]); } }
    clear() { for (const [rect, name] of this.marked) rect.classList.remove(name); this.marked.length = 0; }
    clicked(act) { this.figure.addEventListener("click", (event) => { if (event.target.dataset.index) act(Number(event.target.dataset.index)); }); }
  }

  class Player {
    constructor(root) {
      this.root = root;
      const d = this.data = JSON.parse(root.querySelector("script").textContent);
      this.threads = d.dim[0] * d.dim[1] * d.dim[2];
      this.all = [...Array(this.threads).keys()];
      this.followed = d.followed || this.all;
      this.phases = d.steps.reduce((most, step) => Math.max(most, step.p), 0) + 1;
      this.lesson = d.arrays.some((array) => array.place); // three matrices of a product, with sums to follow
      this.arrays = new Map(d.arrays.map((array) => [array.name, array]));
      this.expected = new Map();
      for (const layer of this.arrays.get(d.output).layers) {
        let n = 0;
        for (let at = 0; layer.expected && n < layer.expected.length; at += 1) {
          const index = layer.first + Math.floor(at / layer.cols) * layer.stride + (at % layer.cols);
          if (layer.expected[n] !== null) this.expected.set(index, layer.expected[n]);
          n += 1;
        }
      }
      const [, start, thread] = d.moments[0] || ["", 0, this.firstChoice()];
      this.chosen = this.followed.includes(thread) ? thread : this.firstChoice();
      this.at = -1;
      this.timer = null;
      this.build();
      this.go(start);
    }
    firstChoice() {
      const { cells, wrong } = this.data;
      return this.followed.find((thread) => cells[thread] in wrong) ?? this.followed.find((thread) => cells[thread] >= 0) ?? this.followed[0] ?? 0;
    }
    who(thread) { const [w, h] = this.data.dim; const z = Math.floor(thread / (w * h)); return `(${thread % w},${Math.floor(thread / w) % h}${z ? `,${z}` : ""})`; }
    element(name, index) {
      if (index < 0) return `outside ${name}`;
      const array = this.arrays.get(name), dims = array ? array.dims : [], places = [];
      let rest = index;
      for (let i = dims.length - 1; i > 0; i -= 1) { places.unshift(rest % dims[i]); rest = Math.floor(rest / dims[i]); }
      const last = array && array.members.length && places.length ? `.${array.members[places.pop()]}` : "";
      return `${name}[${[rest, ...places].join("][")}]${last}`;
    }
    isWrong(cell) { return (this.data.wrong[cell] || []).some(([first, end]) => first <= this.at && this.at < end); }

    build() {
      const d = this.data, stage = this.root.querySelector(".stage");
      const room = Math.max(280, this.root.clientWidth || 1000);
      const cols = (array) => Math.max(...array.layers.map((layer) => layer.cols)), rows = (array) => Math.max(...array.layers.map((layer) => layer.rows));
      const buffers = d.arrays.filter((array) => !array.shared), shared = d.arrays.filter((array) => array.shared);
      const across = this.lesson ? buffers.reduce((sum, array) => sum + (array.place === "corner" ? 0 : cols(array)), 0) : Math.max(...buffers.map(cols));
      const longest = Math.max(...buffers.map((array) => Math.max(cols(array), rows(array))));
      const large = longest > (this.lesson ? 8 : 16);
      const size = large ? Math.max(4, Math.min(22, Math.floor(Math.min(480, room / 2) / longest))) : Math.max(26, Math.min(this.lesson ? 46 : 36, Math.floor((room - 80) / across)));
      const tileSize = (count) => (count <= 4 ? 46 : count <= 8 ? 34 : count <= 16 && !this.lesson ? 24 : Math.max(5, Math.min(15, Math.floor(240 / count))));
      this.grids = new Map([...buffers.map((array) => [array.name, new Grid(array, size)]), ...shared.map((array) => [array.name, new Grid(array, tileSize(Math.max(cols(array), this.lesson ? rows(array) : 1)))])]);
      const layer = { label: "Threads", first: 0, rows: Math.ceil(this.threads / d.across), cols: d.across, stride: d.across, end: this.threads };
      this.threadGrid = new Grid({ name: "Threads", kind: "threads", layers: [layer] }, tileSize(Math.max(layer.cols, this.lesson ? layer.rows : 1)));
      for (const thread of this.all) this.threadGrid.value(thread, this.threads <= 16 || !this.lesson ? (d.dim[1] * d.dim[2] > 1 ? this.who(thread).slice(1, -1) : String(thread)) : "");

      this.sentence = make("p", { class: "sentence" });
      this.phaseLine = make("p", { class: "phase" });
      this.code = make("div", { class: "lines", tabindex: "0", role: "region", "aria-label": "The line that runs" });
      this.buildCode();
      this.place = make("p", { class: "small place" });
      this.story = make("div", { class: "dot" });
      this.picker = make("select", { "aria-label": "Thread to follow", onchange: () => this.choose(Number(this.picker.value)) });
      for (const thread of this.followed) {
        const cell = d.cells[thread];
        const name = cell >= 0 ? `: ${this.element(d.output, cell)}${cell in d.wrong ? " ✗ wrong" : ""}` : this.lesson ? ": owns no cell" : "";
        this.picker.append(make("option", { value: String(thread), text: `thread ${this.who(thread)}${name}` }));
      }
      const heading = make("b", { text: this.lesson ? "One cell, term by term " : "One thread, step by step " });
      const legend = make("p", { class: "small keys" });
      const keys = [["now", "touched by this step"], ["used", this.lesson ? "in the tiles now" : "in shared memory now"], ...(this.lesson ? [["pad", "padding: 0, nothing loaded"]] : []), ["stale", "not written yet"], ["wait", "at the barrier"], ["gone", "has ended"], ["bad", "wrong"]];
      for (const [name, text] of keys) legend.append(make("span", {}, make("i", { class: `swatch ${name}` }), text));
      const figures = (arrays) => arrays.map((array) => this.grids.get(array.name).figure);
      stage.append(
        this.controls(),
        make("div", { class: "say" }, this.phaseLine, this.sentence),
        make("div", { class: "scene" },
          make("div", { class: this.lesson ? "product" : "buffers" }, ...figures(buffers)),
          make("div", { class: "inside" }, make("p", { class: "label", text: "Inside the block" }), make("div", { class: "tiles" }, ...figures(shared), this.threadGrid.figure), legend)),
        make("div", { class: "below" }, this.code, make("div", { class: "follow" }, make("p", {}, make("label", {}, heading, this.picker)), this.place, this.story)));
      this.grids.get(d.output).clicked((index) => this.choose(this.followed.find((thread) => d.cells[thread] === index)));
      this.threadGrid.clicked((thread) => this.choose(thread));
      stage.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
        const keys = { ArrowRight: () => this.jump(this.at + 1), ArrowLeft: () => this.jump(this.at - 1), Home: () => this.jump(0), End: () => this.jump(d.steps.length - 1), PageDown: () => this.jump(this.phaseStart(1)), PageUp: () => this.jump(this.phaseStart(-1)) };
        const act = keys[event.key] || (event.key === " " && event.target.tagName !== "BUTTON" ? () => this.toggle() : null);
        if (act) { event.preventDefault(); act(); }
      });
    }
    controls() {
      const d = this.data, last = d.steps.length - 1;
      const button = (text, label, act) => make("button", { type: "button", "aria-label": label, title: label, text, onclick: act });
      this.slider = make("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": "Step", oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
      this.playButton = button("Play", "Play or pause", () => this.toggle());
      this.position = make("span", { class: "position" });
      const moments = d.moments.map(([text, step, thread]) => make("button", { type: "button", class: "moment", text, onclick: () => { this.choose(thread); this.jump(step); } }));
      return make("div", { class: "controls" },
        button("⇤", "First step", () => this.jump(0)), button("‹ phase", "Previous phase", () => this.jump(this.phaseStart(-1))),
        button("←", "Step back", () => this.jump(this.at - 1)), this.playButton, button("→", "Step forward", () => this.jump(this.at + 1)),
        button("phase ›", "Next phase", () => this.jump(this.phaseStart(1))), button("⇥", "Last step", () => this.jump(last)), ...moments, this.slider, this.position);
    }
    buildCode() {
      const used = this.data.steps.map((step) => step.l).filter((line) => line > 0);
      const first = Math.max(1, Math.min(...used) - 3), last = Math.max(...used) + 1;
      this.codeLines = new Map();
      for (let line = first; line <= last; line += 1) {
        const source = document.querySelector(`#L${line} > .row > code`);
        if (!source) continue;
        const copy = make("div", { class: "line" }, make("span", { class: "no", text: String(line) }), source.cloneNode(true));
        this.codeLines.set(line, copy);
        this.code.append(copy);
      }
    }

    /* The state after step `to`, replayed from the start: what arrays hold, running sums, where each thread is. */
    run(to) {
      const d = this.data;
      const state = { held: new Map(d.arrays.map((array) => [array.name, new Map()])), sums: new Map(), place: new Map(), loaded: new Map(), left: new Map(), strays: new Set() };
      for (let number = 0; number <= to; number += 1) {
        const step = d.steps[number], who = step.t || this.all;
        who.forEach((thread, n) => {
          if (step.i && step.i[n] < 0) { state.left.set(step.o, (state.left.get(step.o) || 0) + 1); state.strays.add(thread); }
          if (step.k === "load") state.loaded.set(thread, { array: step.o, index: step.i[n], value: step.v[n] });
          else if (step.k === "store" || step.k === "atomic") this.store(state, step, n, thread);
          else if (step.k === "fma") state.sums.set(thread, step.v[n]);
          else if (step.k === "barrier") state.place.set(thread, "wait");
          else if (step.k === "exit") state.place.set(thread, "gone");
          if (step.k !== "barrier" && step.k !== "exit" && state.place.get(thread) === "wait") state.place.delete(thread);
        });
      }
      return state;
    }
    store(state, step, n, thread) {
      const array = this.arrays.get(step.o);
      if (step.i[n] < 0 || !array) return;
      const source = array.shared ? state.loaded.get(thread) : null;
      const from = source && source.array !== this.data.output && Object.is(source.value, step.v[n]) ? source : null;
      if (from) state.loaded.delete(thread);
      const pad = this.lesson && array.shared && !from && step.v[n] === 0 && !array.write[0].startsWith("keeps");
      state.held.get(step.o).set(step.i[n], { value: step.v[n], from, pad });
    }

    go(to) {
      const d = this.data;
      this.at = Math.max(0, Math.min(d.steps.length - 1, to));
      const step = d.steps[this.at], who = step.t || this.all, state = this.run(this.at);
      for (const grid of [...this.grids.values(), this.threadGrid]) grid.clear();
      for (const array of d.arrays) this.showArray(array, state);
      this.showSums(state);
      this.showThreads(state, who);
      this.showTouched(step, who);
      this.showCode(step);
      this.showStory(state);
      this.slider.value = String(this.at);
      this.position.textContent = `${this.at + 1} / ${d.steps.length}`;
      this.slider.setAttribute("aria-valuetext", `step ${this.at + 1} of ${d.steps.length}`);
      this.phaseLine.textContent = `Phase ${step.p + 1}${d.cut ? "" : ` of ${this.phases}`} · line ${step.l}`;
      this.sentence.textContent = this.words(step, who);
    }
    showArray(array, state) {
      const grid = this.grids.get(array.name), held = state.held.get(array.name), left = state.left.get(array.name) || 0;
      const output = array.name === this.data.output, own = this.lesson && output ? new Set(this.data.cells.filter((cell) => cell >= 0)) : null;
      for (const [index, { before }] of grid.cells) {
        const cell = held.get(index), known = cell || before !== null;
        grid.value(index, cell ? brief(cell.value) : before !== null ? brief(before) : "");
        if (cell && cell.from && this.grids.has(cell.from.array)) this.grids.get(cell.from.array).mark(cell.from.index, "used");
        if (cell) grid.mark(index, output && this.isWrong(index) ? "bad" : cell.pad ? "pad" : "full");
        else if (!known && own) { if (!own.has(index)) grid.mark(index, "other"); }
        else if (!known) grid.mark(index, "stale");
      }
      grid.outside.textContent = left ? `✗ ${left} ${left === 1 ? "access has" : "accesses have"} gone outside ${array.name}` : "";
    }
    showSums(state) {
      const { cells, output } = this.data, grid = this.grids.get(output), stored = state.held.get(output);
      for (const [thread, sum] of this.lesson ? state.sums : []) {
        const cell = cells[thread];
        if (cell >= 0 && !stored.has(cell)) { grid.value(cell, brief(sum)); grid.mark(cell, "partial"); }
      }
      grid.mark(cells[this.chosen], "chosen");
    }
    showThreads(state, who) {
      for (const [thread, place] of state.place) this.threadGrid.mark(thread, place);
      for (const thread of state.strays) this.threadGrid.mark(thread, "bad");
      if (who.length < this.threads || this.data.steps[this.at].k !== "barrier") for (const thread of who) this.threadGrid.mark(thread, "now");
      this.threadGrid.mark(this.chosen, "chosen");
    }
    showTouched(step, who) {
      const mark = (name, index) => { if (this.grids.has(name)) this.grids.get(name).mark(index, "now"); };
      who.forEach((thread, n) => {
        if (step.i) mark(step.o, step.i[n]);
        if (step.k !== "fma") return;
        if (step.m[n] && (who.length <= 4 || thread === this.chosen || this.threads <= 16)) step.n.forEach((name, side) => mark(name, step.m[n][2 * side]));
        if (this.lesson) mark(this.data.output, this.data.cells[thread]);
      });
    }
    showCode(step) {
      for (const [line, copy] of this.codeLines) copy.classList.toggle("lit", line === step.l);
      const lit = this.codeLines.get(step.l);
      if (lit) this.code.scrollTop = Math.max(0, lit.offsetTop + lit.offsetHeight / 2 - this.code.clientHeight / 2);
    }

    words(step, who) {
      const race = this.data.conflicts.find(([array, index, writer, writerLine, other, otherLine, , interval]) => step.b === interval && who.some((thread, n) => {
        const touched = step.k === "fma" ? (step.m[n] ? [[step.n[0], step.m[n][0]], [step.n[1], step.m[n][2]]] : []) : step.i ? [[step.o, step.i[n]]] : [];
        return ((thread === writer && step.l === writerLine) || (thread === other && step.l === otherLine)) && touched.some(([name, place]) => name === array && place === index);
      }));
      return this.move(step, who) + (race ? ` Here is the race: ${this.conflict(race)}` : "");
    }
    conflict([array, index, writer, writerLine, other, otherLine, kind]) {
      return `thread ${this.who(writer)} writes ${this.element(array, index)} on line ${writerLine}, thread ${this.who(other)} ${kind === "read" ? "reads" : "writes"} it on line ${otherLine}, and no barrier says who is first.`;
    }
    move(step, who) {
      const one = who.length === 1, n = Math.max(0, who.indexOf(this.chosen)), s = one ? "s" : "";
      const people = who.length === this.threads && !one ? `All ${this.threads} threads` : one ? `Thread ${this.who(who[0])}` : `${who.length} of ${this.threads} threads`;
      if (step.k === "barrier") return this.arrival(step, who, people, s);
      if (step.k === "exit") return `${people} end${s}.`;
      return `${people} ${this.deed(step, n, one)}: ${one ? "" : `thread ${this.who(who[n])}: `}${this.what(step, n)}.${this.leaving(step)}`;
    }
    deed(step, n, one) {
      const array = this.arrays.get(step.o);
      if (step.k === "load") return `read${one ? "s" : ""} from global memory`;
      if (step.k === "read") return `read${one ? "s" : ""} shared memory`;
      if (step.k === "fma") return one ? "multiplies and adds" : "multiply and add";
      if (step.k === "atomic") return `update${one ? "s" : ""} ${step.o} atomically`;
      return array ? array.write[one ? 0 : 1] : `write${one ? "s" : ""}`;
    }
    what(step, n) {
      if (step.k !== "fma") return `${this.element(step.o, step.i[n])} ${step.k === "atomic" ? "becomes" : "="} ${say(step.v[n])}`;
      const parts = step.m[n];
      return parts ? `${this.element(step.n[0], parts[0])}·${this.element(step.n[1], parts[2])} = ${say(parts[1])}·${say(parts[3])}, sum ${say(step.v[n])}` : `result ${say(step.v[n])}`;
    }
    arrival(step, who, people, s) {
      const [arrived, awaited] = step.a, missing = this.threads - awaited;
      if (arrived === this.threads) return who.length === this.threads ? `All ${this.threads} threads have arrived at the barrier, and go on.` : `${people} arrive${s} at the barrier; now all ${this.threads} are there, and go on.`;
      if (arrived < awaited) return `${people} arrive${s} at the barrier and wait${s}: ${arrived} of ${this.threads} are there.`;
      return `${people} arrive${s} at the barrier: ${arrived} of ${this.threads} are there, and ${missing} never come${missing === 1 ? "s" : ""}.`;
    }
    leaving(step) {
      const outside = step.i ? step.i.filter((index) => index < 0).length : 0;
      return outside ? ` ${outside === 1 && step.i.length === 1 ? "That is" : `${outside} of them are`} outside ${step.o}!` : "";
    }

    /* What the chosen thread's element should become, and how it comes about: its sum's terms, else all its steps. */
    showStory(state) {
      const d = this.data, cell = d.cells[this.chosen], sum = d.sums[this.chosen];
      const [heads, rows] = sum ? this.terms(sum, cell, state) : this.steps();
      const [wrongAt, fault] = (sum && sum.fault) || [Infinity, ""];
      this.place.textContent = sum ? sum.place : "";
      const goal = make("p", { class: "small goal", text: this.goal(cell, state) });
      const box = make("div", { class: "terms", tabindex: "0", role: "region", "aria-label": sum ? "Terms of the sum" : "Steps of the thread" }, table(heads, rows));
      this.story.replaceChildren(goal, ...(this.at >= wrongAt ? [make("p", { class: "wrongness", text: fault })] : []), box);
      box.scrollTop = box.scrollHeight;
    }
    goal(cell, state) {
      const d = this.data;
      if (cell < 0) return this.lesson ? `This thread owns no cell of ${this.data.output}. It still loads its elements and meets every barrier.` : d.cut ? "" : `This thread writes nothing to ${d.output}${d.launch ? " in this launch" : ""}.`;
      const stored = state.held.get(this.data.output).get(cell), name = this.element(this.data.output, cell);
      const pair = [stored && stored.value, this.expected.get(cell)];
      const [value, right] = stored && this.isWrong(cell) && this.expected.has(cell) ? apart(...pair) : pair.map((each) => say(each));
      const due = this.expected.has(cell) ? `should become ${right}` : "";
      const now = stored ? `${due ? "; " : ""}stored: ${value}${this.isWrong(cell) ? " ✗" : due && (this.lesson || !(cell in this.data.wrong)) ? " ✓" : ""}` : "";
      return due || now ? `${name} ${due}${now}.` : "";
    }
    terms(sum, cell, state) {
      let phase = -1;
      const d = this.data, rows = [], stored = state.held.get(d.output).has(cell) || state.place.get(this.chosen) === "gone";
      sum.terms.forEach(([number, own, due, wrong], k) => {
        if (number > this.at) return;
        const step = d.steps[number], n = (step.t || this.all).indexOf(this.chosen), parts = step.m[n];
        const product = parts ? `${say(parts[1])}·${say(parts[3])} = ${say(parts[1] * parts[3])}` : "";
        const right = cell < 0 ? "" : due || `${own} = ${say(parts[1] * parts[3])}`;
        if (step.p !== phase) { phase = step.p; rows.push(title(`Phase ${phase + 1}`, 5)); }
        rows.push(row([String(k), own, product, say(step.v[n]), wrong ? `✗ ${right}` : right], wrong ? "wrong" : ""));
      });
      if (stored) rows.push(...sum.missing.map(([k, due]) => row([String(k), "never added", "", "", `✗ ${due}`], "wrong")));
      return [["", "your term", "", "sum", cell >= 0 ? "right term" : ""], rows];
    }
    steps() {
      let phase = -1;
      const rows = [];
      this.data.steps.slice(0, this.at + 1).forEach((step, number) => {
        const n = (step.t || this.all).indexOf(this.chosen);
        if (n < 0) return;
        if (step.p !== phase) { phase = step.p; rows.push(title(`Phase ${phase + 1}`, 3)); }
        const deed = { barrier: "comes to the barrier", exit: "ends" }[step.k] || this.deed(step, n, true);
        rows.push(row([`line ${step.l}`, deed, step.v ? this.what(step, n) : ""], step.i && step.i[n] < 0 ? "wrong" : ""));
      });
      return [["", "what it does", "element"], rows];
    }

    choose(thread) { if (!this.followed.includes(thread)) return; this.chosen = thread; this.picker.value = String(thread); this.go(this.at); }
    phaseStart(direction) {
      const steps = this.data.steps, now = steps[this.at].p;
      if (direction > 0) { const next = steps.findIndex((step, n) => n > this.at && step.p > now); return next < 0 ? steps.length - 1 : next; }
      const start = steps.findIndex((step) => step.p === now);
      return start < this.at ? start : Math.max(0, steps.findIndex((step) => step.p === now - 1));
    }
    jump(to) { this.pause(); this.go(to); document.getElementById("live").textContent = `${this.phaseLine.textContent}. ${this.sentence.textContent}`; }
    toggle() {
      if (this.timer) { this.pause(); return; }
      if (this.at >= this.data.steps.length - 1) this.go(0);
      this.playButton.textContent = "Pause";
      const pace = this.data.steps.length > 60 ? 250 : 900;
      this.timer = setInterval(() => { if (this.at >= this.data.steps.length - 1) this.pause(); else this.go(this.at + 1); }, pace);
    }
    pause() { if (this.timer) clearInterval(this.timer); this.timer = null; this.playButton.textContent = "Play"; }
  }

  const roots = [...document.querySelectorAll(".replay")];
  const players = roots.map(() => null);
  let shown = Math.max(0, roots.findIndex((root) => !root.hidden));
  const player = (n) => { if (!players[n]) players[n] = new Player(roots[n]); players[n].picker.value = String(players[n].chosen); return players[n]; };
  const buttons = [...document.querySelectorAll(".choose button")];
  const show = (n) => {
    if (players[shown]) players[shown].pause();
    shown = n;
    roots.forEach((root, i) => { root.hidden = i !== n; });
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === n)));
    return player(n);
  };
  if (roots.length) {
    const choose = document.querySelector(".choose");
    if (choose) choose.hidden = false;
    buttons.forEach((button, n) => button.addEventListener("click", () => show(n)));
    show(shown);
    window.graderReplay = {
      show,
      state: () => ({ shown, at: players[shown].at, chosen: players[shown].chosen }),
      restore: (was) => { if (!roots[was.shown]) return; const p = show(was.shown); p.go(was.at); p.choose(was.chosen); },
    };
  }
})();
