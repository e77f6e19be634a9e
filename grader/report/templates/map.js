(() => {
  "use strict";
  const WORDS = { ".": "right", x: "wrong", u: "never written", n: "not finite" };
  const unpack = (row) => {
    let text = "";
    for (const [, length, sign] of row.matchAll(/(\d+)(\D)/g)) text += sign.repeat(Number(length));
    return text;
  };

  const maps = [...document.querySelectorAll(".map .plot")].map((plot) => {
    const data = JSON.parse(plot.querySelector("script").textContent);
    const cells = data.cells.map(unpack);
    const cursor = plot.querySelector(".cursor");
    const readout = plot.closest(".map").querySelector(".readout");
    const summary = readout.textContent;
    const samples = new Map(data.samples.map((sample) => [`${sample[0]},${sample[1]}`, sample]));
    let at = null;

    const element = (row, col) => {
      if (!data.fold) return data.members.length ? `${data.name}[${row}].${data.members[col]}` : `${data.name}[${row}][${col}]`;
      const places = [];
      let rest = row * data.fold + col;
      for (let i = data.dims.length - 1; i > 0; i -= 1) { places.unshift(rest % data.dims[i]); rest = Math.floor(rest / data.dims[i]); }
      const last = data.members.length && places.length ? `.${data.members[places.pop()]}` : "";
      return `${data.name}[${[rest, ...places].join("][")}]${last}`;
    };
    const describe = (row, col) => {
      const word = WORDS[cells[row][col]];
      if (data.step > 1) {
        const top = row * data.step, left = col * data.step;
        const bottom = Math.min(top + data.step, data.rows) - 1, right = Math.min(left + data.step, data.cols) - 1;
        if (data.fold) return `${element(top, left)} to ${element(bottom, right)}: worst is ${word}`;
        return `${data.name}[${top}…${bottom}][${left}…${right}]: worst is ${word}`;
      }
      if (data.fold && row * data.fold + col >= data.elements) return `past the end of ${data.name}`;
      const block = `block (${Math.floor(col / data.tile)},${Math.floor(row / data.tile)}), thread (${col % data.tile},${row % data.tile})`;
      const sample = samples.get(`${row},${col}`);
      const numbers = sample ? `: ${sample[2]}${sample[3] && `, right is ${sample[3]}`}` : "";
      return `${element(row, col)} is ${word}${numbers}.${data.tile ? ` Tile ${block}.` : ""}`;
    };
    const show = (row, col) => {
      at = [row, col];
      cursor.setAttribute("x", col);
      cursor.setAttribute("y", row);
      cursor.setAttribute("visibility", "visible");
      readout.textContent = describe(row, col);
      return readout.textContent;
    };
    const hide = () => {
      cursor.setAttribute("visibility", "hidden");
      readout.textContent = summary;
    };
    const under = (event) => {
      const box = plot.querySelector("svg").getBoundingClientRect();
      const col = Math.floor(((event.clientX - box.left) / box.width) * cells[0].length);
      const row = Math.floor(((event.clientY - box.top) / box.height) * cells.length);
      if (cells[row] && cells[row][col]) show(row, col);
    };
    plot.addEventListener("pointermove", under);
    plot.addEventListener("pointerdown", under);
    plot.addEventListener("pointerleave", () => { if (document.activeElement !== plot) hide(); });
    plot.addEventListener("blur", hide);
    plot.addEventListener("keydown", (event) => {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const jump = event.shiftKey ? data.jump : 1;
      const [row, col] = at ? [at[0] + step[0] * jump, at[1] + step[1] * jump] : [0, 0];
      const text = show(Math.max(0, Math.min(cells.length - 1, row)), Math.max(0, Math.min(cells[0].length - 1, col)));
      document.getElementById("live").textContent = text;
    });
    return { cells, describe };
  });
  window.graderMaps = maps;
})();
