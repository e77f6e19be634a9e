(() => {
  "use strict";
  let theme = null;
  try { theme = localStorage.getItem("grader-theme"); } catch { /* a browser may refuse storage to local files */ }
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
})();
