(() => {
  "use strict";
  const table = document.getElementById("class");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const labels = table.dataset.labels.split(" ");
  const search = document.getElementById("search");
  const shown = document.getElementById("shown");
  const readout = document.getElementById("readout");
  const legend = readout.textContent;
  const words = rows.map((row) => row.dataset.words);
  const status = document.getElementById("status");
  const marks = rows.map((row) => row.dataset.marks.split("|"));
  document.getElementById("tools").hidden = false;

  const filter = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    rows.forEach((row, n) => {
      const hit = (!status.value || marks[n].includes(status.value)) && wanted.every((word) => words[n].includes(word));
      if (row.hidden === hit) row.hidden = !hit;
      if (hit) count += 1;
    });
    shown.textContent = `${count} shown`;
  };
  search.addEventListener("input", filter);
  status.addEventListener("change", filter);
  for (const button of document.querySelectorAll("[data-find]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      search.value = button.dataset.find;
      filter();
      document.getElementById("submissions").scrollIntoView();
    });
  }

  const heads = [...table.tHead.rows[0].cells];
  const TEXTS = [0, 2];  // the columns of words
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const sort = (column, direction) => {
    const text = TEXTS.includes(column);
    const keyed = rows.map((row) => {
      const value = row.cells[column].dataset.v;
      return [text ? value : Number(value), row];
    });
    keyed.sort((a, b) => direction * (text ? order.compare(a[0], b[0]) : a[0] - b[0]));
    const sorted = document.createDocumentFragment();
    for (const [, row] of keyed) sorted.append(row);
    body.append(sorted);
    heads.forEach((head, n) => {
      if (n === column) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
  };
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      sort(column, now ? (now === "ascending" ? -1 : 1) : TEXTS.includes(column) ? 1 : -1);
    });
  });

  const WORDS = { ".": "passed", x: "failed", t: "did not end", s: "not run", e: "grader’s fault", " ": "not there" };
  body.addEventListener("pointermove", (event) => {
    const strip = event.target.closest("svg");
    if (!strip) return;
    const box = strip.getBoundingClientRect();
    const n = Math.min(labels.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * labels.length)));
    readout.textContent = `${event.target.closest("tr").cells[0].textContent}: ${labels[n]} ${WORDS[strip.dataset.cells[n]]}`;
  });
  body.addEventListener("pointerleave", () => { readout.textContent = legend; });
})();
