(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const make = (tag, props = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
      if (name === "text") node.textContent = value;
      else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  };
  const draw = (tag, props = {}) => {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(props)) node.setAttribute(name, value);
    return node;
  };
  const say = (value) => {
    if (value === undefined || value === null) return "?";
    if (typeof value !== "number") return value === "Infinity" ? "∞" : value === "-Infinity" ? "−∞" : String(value);
    return String(Number(value.toPrecision(6))).replace("-", "−");
  };
  const brief = (value) => {
    if (typeof value !== "number") return say(value);
    return Number.isInteger(value) && Math.abs(value) < 1e4 ? String(value).replace("-", "−") : String(Number(value.toPrecision(2))).replace("-", "−");
  };
  const differs = (x, y, scale) => !(Math.abs(Number(x) - Number(y)) <= 1e-4 * Math.abs(y) + 1e-5 * scale);

  /* A matrix as a drawn window of cells; `rows` and `cols` are [first, past the last] of the matrix. */
  class Grid {
    constructor(name, kind, rows, cols, size, width) {
      this.name = name; this.rows = rows; this.cols = cols; this.width = width; this.size = size;
      const wide = (cols[1] - cols[0]) * size, high = (rows[1] - rows[0]) * size;
      this.numbers = size >= 22;
      this.svg = draw("svg", { viewBox: `-1 -1 ${wide + 2} ${high + 2}`, width: wide + 2, height: high + 2, class: `grid ${kind}${size < 14 ? " fine" : ""}`, "aria-hidden": "true" });
      this.cells = new Map();
      this.marked = [];
      for (let row = rows[0]; row < rows[1]; row += 1) {
        for (let col = cols[0]; col < cols[1]; col += 1) {
          const x = (col - cols[0]) * size, y = (row - rows[0]) * size;
          const rect = draw("rect", { x, y, width: size, height: size, class: "cell", "data-index": row * width + col });
          this.svg.append(rect);
          let text = null;
          if (this.numbers) {
            text = draw("text", { x: x + size / 2, y: y + size / 2, class: "value", style: `font-size: ${Math.min(12, size * 0.28)}px` });
            this.svg.append(text);
          }
          this.cells.set(row * width + col, { rect, text });
        }
      }
      const label = (rows[0] || cols[0]) ? `${name}, rows ${rows[0]}–${rows[1] - 1}, columns ${cols[0]}–${cols[1] - 1}` : name;
      this.outside = make("p", { class: "outside" });
      this.figure = make("figure", { class: "matrix" }, make("figcaption", { text: label }), make("div", { class: "pan" }, this.svg), this.outside);
    }
    value(index, text) { const cell = this.cells.get(index); if (cell && cell.text && cell.text.textContent !== text) cell.text.textContent = text; }
    mark(index, name) { const cell = this.cells.get(index); if (cell) { cell.rect.classList.add(name); this.marked.push([cell.rect, name]); } return Boolean(cell); }
    clear() { for (const [rect, name] of this.marked) rect.classList.remove(name); this.marked.length = 0; }
  }

  class Player {
    constructor(root) {
      this.root = root;
      this.data = JSON.parse(root.querySelector("script").textContent);
      const d = this.data;
      [this.M, this.K, this.N] = d.shape;
      this.threads = d.dim[0] * d.dim[1] * d.dim[2];
      this.all = [...Array(this.threads).keys()];
      this.phases = d.steps.reduce((most, step) => Math.max(most, step.p), 0) + 1;
      this.tileNames = d.shared.map(([name]) => name);
      const [, start, thread] = d.moments[0] || ["", 0, this.firstChoice()];
      this.chosen = (d.followed || this.all).includes(thread) ? thread : this.firstChoice();
      this.at = -1;
      this.timer = null;
      this.build();
      this.go(start);
    }
    firstChoice() {
      const d = this.data, followed = d.followed || this.all;
      const wrong = followed.find((thread) => d.wrong.includes(d.cells[thread]));
      const owner = followed.find((thread) => d.cells[thread] >= 0);
      return wrong ?? owner ?? followed[0] ?? 0;
    }
    who(thread) { const [w, h] = this.data.dim; const z = Math.floor(thread / (w * h)); return `(${thread % w},${Math.floor(thread / w) % h}${z ? `,${z}` : ""})`; }
    element(name, index) {
      if (index < 0) return `outside ${name}`;
      const dims = { A: [this.M, this.K], B: [this.K, this.N], C: [this.M, this.N] }[name] || (this.data.shared.find(([n]) => n === name) || [name, []])[1];
      const places = [];
      let rest = index;
      for (let i = dims.length - 1; i > 0; i -= 1) { places.unshift(rest % dims[i]); rest = Math.floor(rest / dims[i]); }
      return `${name}[${[rest, ...places].join("][")}]`;
    }

    build() {
      const d = this.data, stage = this.root.querySelector(".stage");
      const T = d.tile, small = Math.max(this.M, this.K, this.N) <= 8;
      const top = d.block[1] * d.dim[1], left = d.block[0] * d.dim[0];
      const whole = Math.max(this.M, this.N) <= 40;
      const rows = whole ? [0, this.M] : [Math.min(top, Math.max(0, this.M - 1)), Math.min(this.M, top + Math.max(T, d.dim[1]))];
      const cols = whole ? [0, this.N] : [Math.min(left, Math.max(0, this.N - 1)), Math.min(this.N, left + Math.max(T, d.dim[0]))];
      const inner = [0, Math.min(this.K, 160)];
      const longest = Math.max(inner[1], rows[1] - rows[0], cols[1] - cols[0]);
      const room = Math.max(280, this.root.clientWidth || 1000), across = inner[1] + cols[1] - cols[0];
      const size = small ? Math.max(26, Math.min(46, Math.floor((room - 80) / across))) : Math.max(4, Math.min(22, Math.floor(Math.min(480, room / 2) / longest)));
      this.A = new Grid("A", "a", rows, inner, size, this.K);
      this.B = new Grid("B", "b", inner, cols, size, this.N);
      this.C = new Grid("C", "c", rows, cols, size, this.N);
      for (const [grid, values] of [[this.A, d.A], [this.B, d.B]]) for (const index of grid.cells.keys()) grid.value(index, brief(values[index]));
      const tileSize = (count) => (count <= 4 ? 46 : count <= 8 ? 34 : Math.max(5, Math.min(15, Math.floor(240 / count))));
      this.tiles = d.shared.map(([name, dims, width], i) => {
        const total = dims.reduce((a, b) => a * b, 1);
        return new Grid(name, i === 0 ? "a" : i === 1 ? "b" : "", [0, total / width], [0, width], tileSize(Math.max(width, total / width)), width);
      });
      const [w] = d.dim;
      this.threadGrid = new Grid("Threads", "threads", [0, this.threads / w], [0, w], tileSize(Math.max(w, this.threads / w)), w);
      for (const thread of this.all) this.threadGrid.value(thread, this.threads <= 16 ? this.who(thread).slice(1, -1) : "");

      this.sentence = make("p", { class: "sentence" });
      this.phaseLine = make("p", { class: "phase" });
      this.code = make("div", { class: "lines", tabindex: "0", role: "region", "aria-label": "The line that runs" });
      this.buildCode();
      this.slider = make("input", { type: "range", min: "0", max: String(d.steps.length - 1), value: "0", "aria-label": "Step", oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
      const button = (text, label, act) => make("button", { type: "button", "aria-label": label, title: label, text, onclick: act });
      this.playButton = button("Play", "Play or pause", () => this.toggle());
      this.position = make("span", { class: "position" });
      const controls = make("div", { class: "controls" },
        button("⇤", "First step", () => this.jump(0)), button("‹ phase", "Previous phase", () => this.jump(this.phaseStart(-1))),
        button("←", "Step back", () => this.jump(this.at - 1)), this.playButton, button("→", "Step forward", () => this.jump(this.at + 1)),
        button("phase ›", "Next phase", () => this.jump(this.phaseStart(1))), button("⇥", "Last step", () => this.jump(d.steps.length - 1)), this.slider, this.position);
      for (const [label, step, thread] of d.moments) {
        controls.insertBefore(make("button", { type: "button", class: "moment", text: label, onclick: () => { if ((d.followed || this.all).includes(thread)) this.chosen = thread; this.picker.value = String(this.chosen); this.jump(step); } }), this.slider);
      }
      this.place = make("p", { class: "small place" });
      this.dot = make("div", { class: "dot" });
      this.picker = make("select", { "aria-label": "Thread to follow", onchange: () => { this.choose(Number(this.picker.value)); } });
      for (const thread of d.followed || this.all) {
        const cell = d.cells[thread];
        const name = cell >= 0 ? `C[${Math.floor(cell / this.N)}][${cell % this.N}]${d.wrong.includes(cell) ? " ✗ wrong" : ""}` : "owns no cell";
        this.picker.append(make("option", { value: String(thread), text: `thread ${this.who(thread)}: ${name}` }));
      }
      const follow = make("div", { class: "follow" }, make("p", {}, make("label", {}, make("b", { text: "One cell, term by term " }), this.picker)), this.place, this.dot);
      const legend = make("p", { class: "small keys" });
      for (const [name, text] of [["now", "touched by this step"], ["used", "in the tiles now"], ["pad", "padding: 0, nothing loaded"], ["stale", "not written yet"], ["wait", "at the barrier"], ["gone", "has ended"], ["bad", "wrong"]]) legend.append(make("span", {}, make("i", { class: `swatch ${name}` }), text));
      stage.append(
        controls,
        make("div", { class: "say" }, this.phaseLine, this.sentence),
        make("div", { class: "scene" },
          make("div", { class: "product" }, make("div", { class: "corner" }), this.B.figure, this.A.figure, this.C.figure),
          make("div", { class: "inside" }, make("p", { class: "label", text: "Inside the block" }), make("div", { class: "tiles" }, ...this.tiles.map((grid) => grid.figure), this.threadGrid.figure), legend)),
        make("div", { class: "below" }, this.code, follow));
      this.C.svg.addEventListener("click", (event) => {
        const index = Number(event.target.dataset.index);
        const thread = (d.followed || this.all).find((candidate) => d.cells[candidate] === index);
        if (thread !== undefined) this.choose(thread);
      });
      this.threadGrid.svg.addEventListener("click", (event) => {
        const thread = Number(event.target.dataset.index);
        if ((d.followed || this.all).includes(thread)) this.choose(thread);
      });
      stage.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
        const keys = { ArrowRight: () => this.jump(this.at + 1), ArrowLeft: () => this.jump(this.at - 1), Home: () => this.jump(0), End: () => this.jump(d.steps.length - 1), PageDown: () => this.jump(this.phaseStart(1)), PageUp: () => this.jump(this.phaseStart(-1)) };
        const act = keys[event.key] || (event.key === " " && event.target.tagName !== "BUTTON" ? () => this.toggle() : null);
        if (act) { event.preventDefault(); act(); }
      });
    }
    buildCode() {
      const used = this.data.steps.map((step) => step.l).filter((line) => line > 0);
      const first = Math.max(1, Math.min(...used) - 3), last = Math.max(...used) + 1;
      this.codeLines = new Map();
      for (let line = first; line <= last; line += 1) {
        const source = document.querySelector(`#L${line} > .row > code`);
        if (!source) continue;
        const copy = source.cloneNode(true);
        const row = make("div", { class: "line" }, make("span", { class: "no", text: String(line) }), copy);
        this.codeLines.set(line, row);
        this.code.append(row);
      }
    }

    /* The state after step `to`, replayed from the start: tiles, sums, C, where each thread is. */
    run(to) {
      const d = this.data;
      const state = { tiles: new Map(this.tileNames.map((name) => [name, new Map()])), sums: new Map(), C: new Map(), place: new Map(), terms: [], loaded: new Map(), left: new Map(), strays: new Set() };
      for (let number = 0; number <= to; number += 1) {
        const step = d.steps[number], who = step.t || this.all;
        for (let n = 0; n < who.length; n += 1) {
          const thread = who[n];
          if (step.i && step.i[n] < 0) { state.left.set(step.o, (state.left.get(step.o) || 0) + 1); state.strays.add(thread); }
          if (step.k === "load") { if (step.o !== "C") state.loaded.set(thread, { array: step.o, index: step.i[n], value: step.v[n] }); }
          else if (step.k === "store") this.store(state, step, n, thread);
          else if (step.k === "fma") {
            if (thread === this.chosen) state.terms.push(this.term(state, step, n));
            state.sums.set(thread, step.v[n]);
          } else if (step.k === "barrier") state.place.set(thread, "wait");
          else if (step.k === "exit") state.place.set(thread, "gone");
          if (step.k !== "barrier" && step.k !== "exit" && state.place.get(thread) === "wait") state.place.delete(thread);
        }
      }
      return state;
    }
    store(state, step, n, thread) {
      if (step.i[n] < 0) return;
      if (step.o === "C") { state.C.set(step.i[n], step.v[n]); return; }
      const tile = state.tiles.get(step.o);
      if (!tile) return;
      const source = state.loaded.get(thread);
      const from = source && Object.is(source.value, step.v[n]) ? source : null;
      if (from) state.loaded.delete(thread);
      tile.set(step.i[n], { value: step.v[n], from, pad: !from && step.v[n] === 0 && !this.data.sums.includes(step.o) });
    }
    term(state, step, n) {
      const parts = step.m[n];
      if (!parts) return { phase: step.p, sum: step.v[n], sides: null };
      const sides = step.n.map((name, side) => {
        if (name === "A" || name === "B") return { name, index: parts[2 * side], value: parts[2 * side + 1], held: { from: { array: name, index: parts[2 * side] } } };
        const index = parts[2 * side], value = parts[2 * side + 1];
        const held = (state.tiles.get(name) || new Map()).get(index);
        return { name, index, value, held };
      });
      return { phase: step.p, sum: step.v[n], sides };
    }

    go(to) {
      const d = this.data;
      this.at = Math.max(0, Math.min(d.steps.length - 1, to));
      const step = d.steps[this.at], who = step.t || this.all, state = this.run(this.at);
      for (const grid of [this.A, this.B, this.C, this.threadGrid, ...this.tiles]) grid.clear();
      this.showTiles(state);
      this.showC(state);
      this.showThreads(state, who);
      this.showTouched(step, who);
      this.showCode(step);
      this.showLeft(state);
      this.showDot(state);
      this.slider.value = String(this.at);
      this.position.textContent = `${this.at + 1} / ${d.steps.length}`;
      this.slider.setAttribute("aria-valuetext", `step ${this.at + 1} of ${d.steps.length}`);
      this.phaseLine.textContent = `Phase ${step.p + 1}${d.cut ? "" : ` of ${this.phases}`} · line ${step.l}`;
      this.sentence.textContent = this.words(step, who);
    }
    showTiles(state) {
      this.data.shared.forEach(([name], i) => {
        const grid = this.tiles[i], held = state.tiles.get(name);
        for (const index of grid.cells.keys()) {
          const cell = held.get(index);
          grid.value(index, cell ? brief(cell.value) : "");
          grid.mark(index, cell ? (cell.pad ? "pad" : "full") : "stale");
          if (cell && cell.from) (cell.from.array === "A" ? this.A : this.B).mark(cell.from.index, "used");
        }
      });
    }
    showC(state) {
      const d = this.data, ownFinal = new Set(d.cells.filter((cell) => cell >= 0));
      for (const index of this.C.cells.keys()) {
        const written = state.C.has(index);
        if (!written && !ownFinal.has(index)) { this.C.mark(index, "other"); continue; }
        this.C.value(index, written ? brief(state.C.get(index)) : "");
        if (written) this.C.mark(index, differs(state.C.get(index), d.expected[index], this.K) ? "bad" : "full");
      }
      for (const [thread, sum] of state.sums) {
        const cell = d.cells[thread];
        if (cell >= 0 && !state.C.has(cell)) { this.C.value(cell, brief(sum)); this.C.mark(cell, "partial"); }
      }
      this.C.mark(d.cells[this.chosen], "chosen");
    }
    showLeft(state) {
      const grids = { A: this.A, B: this.B, C: this.C };
      this.tileNames.forEach((name, i) => { grids[name] = this.tiles[i]; });
      for (const [name, grid] of Object.entries(grids)) {
        const left = state.left.get(name) || 0;
        grid.outside.textContent = left ? `✗ ${left} ${left === 1 ? "access has" : "accesses have"} gone outside ${name}` : "";
      }
      for (const thread of state.strays) this.threadGrid.mark(thread, "bad");
    }
    showThreads(state, who) {
      for (const thread of this.all) { const place = state.place.get(thread); if (place) this.threadGrid.mark(thread, place); }
      if (who.length < this.threads || this.data.steps[this.at].k !== "barrier") for (const thread of who) this.threadGrid.mark(thread, "now");
      this.threadGrid.mark(this.chosen, "chosen");
    }
    showTouched(step, who) {
      const grids = { A: this.A, B: this.B, C: this.C };
      this.tileNames.forEach((name, i) => { grids[name] = this.tiles[i]; });
      who.forEach((thread, n) => {
        if (step.i && grids[step.o]) grids[step.o].mark(step.i[n], "now");
        if (step.k === "fma" && step.m[n] && (who.length <= 4 || thread === this.chosen || this.threads <= 16)) step.n.forEach((name, side) => { if (grids[name]) grids[name].mark(step.m[n][2 * side], "now"); });
        if (step.k === "fma") this.C.mark(this.data.cells[thread], "now");
      });
    }
    showCode(step) {
      for (const [line, row] of this.codeLines) row.classList.toggle("lit", line === step.l);
      const row = this.codeLines.get(step.l);
      if (row) this.code.scrollTop = Math.max(0, row.offsetTop + row.offsetHeight / 2 - this.code.clientHeight / 2);
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
      const everyone = who.length === this.threads, n = who.indexOf(this.chosen) >= 0 ? who.indexOf(this.chosen) : 0;
      const people = everyone && this.threads > 1 ? `All ${this.threads} threads` : who.length === 1 ? `Thread ${this.who(who[0])}` : `${who.length} of ${this.threads} threads`;
      const s = who.length === 1 ? "s" : "";
      const example = who.length === 1 ? "" : `thread ${this.who(who[n])}: `;
      if (step.k === "load") {
        return `${people} read${s} from global memory: ${example}${this.element(step.o, step.i[n])} = ${say(step.v[n])}.${this.leaving(step)}`;
      }
      if (step.k === "store") {
        const what = step.o === "C" ? `store${s} the result` : this.data.sums.includes(step.o) ? `keep${s} the sum in shared memory` : `write${s} into the tile`;
        return `${people} ${what}: ${example}${this.element(step.o, step.i[n])} = ${say(step.v[n])}.${this.leaving(step)}`;
      }
      if (step.k === "read") return `${people} read${s} shared memory: ${example}${this.element(step.o, step.i[n])} = ${say(step.v[n])}.${this.leaving(step)}`;
      if (step.k === "fma") {
        const parts = step.m[n];
        const product = parts ? `${this.element(step.n[0], parts[0])}·${this.element(step.n[1], parts[2])} = ${say(parts[1])}·${say(parts[3])}, ` : "";
        return `${people} multipl${s ? "ies" : "y"} and add${s}: ${example}${product}sum ${say(step.v[n])}.`;
      }
      if (step.k === "barrier") {
        const [arrived, awaited] = step.a, missing = this.threads - awaited;
        if (arrived === this.threads) return everyone ? `All ${this.threads} threads have arrived at the barrier, and go on.` : `${people} arrive${s} at the barrier; now all ${this.threads} are there, and go on.`;
        if (arrived < awaited) return `${people} arrive${s} at the barrier and wait${s}: ${arrived} of ${this.threads} are there.`;
        return `${people} arrive${s} at the barrier: ${arrived} of ${this.threads} are there, and ${missing} never come${missing === 1 ? "s" : ""}.`;
      }
      return `${people} end${s}.`;
    }
    leaving(step) {
      const outside = step.i.filter((index) => index < 0).length;
      return outside ? ` ${outside === 1 && step.i.length === 1 ? "That is" : `${outside} of them are`} outside ${step.o}!` : "";
    }
    /* Row and column as a kernel with a thread for each cell works them out, where that is the cell that it owns. */
    placeWords(cell) {
      const [w, h] = this.data.dim, [bx, by] = this.data.block, T = this.data.tile;
      if (w !== T || h !== T) return "";
      const x = this.chosen % T, y = Math.floor(this.chosen / T), row = by * T + y, col = bx * T + x;
      const inside = row < this.M && col < this.N;
      if (inside ? cell !== row * this.N + col : cell >= 0) return "";
      const missing = row >= this.M ? `row ${row} is outside: C has ${this.M} rows` : `column ${col} is outside: C has ${this.N} columns`;
      return `row = blockIdx.y·T + threadIdx.y = ${by}·${T} + ${y} = ${row}; column = blockIdx.x·T + threadIdx.x = ${bx}·${T} + ${x} = ${col}${inside ? "" : `; ${missing}`}.`;
    }
    showDot(state) {
      const d = this.data, cell = d.cells[this.chosen];
      this.place.textContent = this.placeWords(cell);
      const row = Math.floor(cell / this.N), col = cell % this.N;
      const table = make("table"), body = make("tbody");
      table.append(make("thead", {}, make("tr", {}, ...["", "your term", "", "sum", cell >= 0 ? "right term" : ""].map((text) => make("th", { text, scope: "col" })))), body);
      const checked = d.wrong.includes(cell), [wrongAt, wrongWords] = d.wrongness[this.chosen] || [Infinity, ""];
      const firstWrong = this.at >= wrongAt ? wrongWords : "";
      let phase = -1, before = 0;
      state.terms.forEach((term, k) => {
        if (term.phase !== phase) { phase = term.phase; body.append(make("tr", { class: "phase-row" }, make("th", { colspan: "5", scope: "colgroup", text: `Phase ${phase + 1}` }))); }
        const named = (side) => (side.held ? (side.held.from ? this.element(side.held.from.array, side.held.from.index) : side.held.pad ? "0" : this.element(side.name, side.index)) : `${this.element(side.name, side.index)}?`);
        const own = term.sides ? term.sides.map(named).join(" · ") : "";
        const product = term.sides ? term.sides[0].value * term.sides[1].value : NaN;
        const right = k < this.K && cell >= 0 ? d.A[row * this.K + k] * d.B[k * this.N + col] : 0;
        const wrong = checked && term.sides && differs(product, right, 1);
        const lost = checked && term.sides && k > 0 && differs(term.sum, before + product, this.K) && !differs(term.sum, product, this.K);
        before = term.sum;
        body.append(make("tr", { class: wrong || lost ? "wrong" : "" }, make("td", { text: String(k) }), make("td", { text: own }), make("td", { text: term.sides ? `${say(term.sides[0].value)}·${say(term.sides[1].value)} = ${say(product)}` : "" }), make("td", { text: say(term.sum) }), make("td", { text: cell < 0 ? "" : k < this.K ? `${wrong ? "✗ " : ""}A[${row}][${k}]·B[${k}][${col}] = ${say(right)}` : "padding" })));
      });
      const left = checked && (state.C.has(cell) || state.place.get(this.chosen) === "gone") && state.terms.length && state.terms.every((term) => term.sides) ? this.K - state.terms.length : 0;
      if (left > 0) {
        const k = state.terms.length;
        for (let n = k; n < this.K; n += 1) body.append(make("tr", { class: "wrong" }, make("td", { text: String(n) }), make("td", { text: "never added" }), make("td"), make("td"), make("td", { text: `✗ A[${row}][${n}]·B[${n}][${col}] = ${say(d.A[row * this.K + n] * d.B[n * this.N + col])}` })));
      }
      const goal = cell >= 0 ? `C[${row}][${col}] should become ${say(d.expected[cell])}${state.C.has(cell) ? `; stored: ${say(state.C.get(cell))}${differs(state.C.get(cell), d.expected[cell], this.K) ? " ✗" : " ✓"}` : ""}.` : "This thread owns no cell of C. It still loads its elements and meets every barrier.";
      this.dot.replaceChildren(make("p", { class: "small goal", text: goal }), ...(firstWrong ? [make("p", { class: "wrongness", text: firstWrong })] : []), make("div", { class: "terms", tabindex: "0", role: "region", "aria-label": "Terms of the sum" }, table));
      const box = this.dot.querySelector(".terms");
      box.scrollTop = box.scrollHeight;
    }

    choose(thread) { this.chosen = thread; this.picker.value = String(thread); this.go(this.at); }
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
  let shown = 0;
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
    show(0);
    window.graderReplay = {
      show,
      state: () => ({ shown, at: players[shown].at, chosen: players[shown].chosen }),
      restore: (was) => { if (!roots[was.shown]) return; const p = show(was.shown); p.go(was.at); if (was.chosen < p.threads) p.choose(was.chosen); },
    };
  }
})();
