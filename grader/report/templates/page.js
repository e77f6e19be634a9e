(() => {
  "use strict";
  const root = document.documentElement;
  const keep = (name, value) => { try { sessionStorage.setItem(name, value); } catch { /* no storage: nothing to keep */ } };
  const kept = (name) => { try { return sessionStorage.getItem(name); } catch { return null; } };

  // Theme: the system's by default, the reader's choice once made.
  const button = document.getElementById("theme");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const label = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("grader-theme", root.dataset.theme); } catch { /* the choice lasts for this page only */ }
      label();
    });
    system.addEventListener("change", label);
    label();
  }

  // A link to a case opens it.
  const openTarget = (hash = location.hash) => {
    const target = hash.length > 1 && document.getElementById(hash.slice(1));
    if (!target) return;
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    target.scrollIntoView({ block: "start" });
  };
  window.addEventListener("hashchange", () => openTarget());
  // Where the whole page is the text of a frame, in a notebook, its links to itself would lead to the page around it.
  if (location.protocol === "about:") document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    openTarget(link.getAttribute("href"));
  });

  for (const copy of document.querySelectorAll("button.copy")) {
    if (!navigator.clipboard) continue;
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copy.previousElementSibling.textContent);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    });
  }

  // Watching: a sibling stamp.js names the newest page; when it is another one, reload and keep the place.
  // The place is the topmost section, source line or case in view, not a height: what stands above may have changed.
  const topmost = () => {
    for (const node of document.querySelectorAll("main section[id], .code li[id], details[id]")) {
      const top = node.getBoundingClientRect().top;
      if (top >= 60 && node.getClientRects().length) return [node.id, top];
    }
    return ["", 0];
  };
  const state = () => JSON.stringify({
    y: window.scrollY,
    at: topmost(),
    open: [...document.querySelectorAll("details[id]")].map((node) => [node.id, node.open]),
    replay: window.graderReplay ? window.graderReplay.state() : null,
  });
  const key = `grader-place:${location.pathname}`;
  const place = kept(key);
  window.addEventListener("load", () => {
    if (!place) { openTarget(); return; }
    keep(key, "");
    const was = JSON.parse(place);
    for (const [id, open] of was.open) { const node = document.getElementById(id); if (node) node.open = open; }
    if (was.replay && window.graderReplay) window.graderReplay.restore(was.replay);
    const anchor = was.y > 0 && document.getElementById(was.at[0]);
    const top = anchor ? window.scrollY + anchor.getBoundingClientRect().top - was.at[1] : was.y;
    window.scrollTo({ top, behavior: "instant" });
  });
  const stamp = document.body.dataset.stamp;
  if (stamp) {
    history.scrollRestoration = "manual";
    window.graderStamp = (newest) => {
      if (newest === stamp) return;
      keep(key, state());
      location.reload();
    };
    setInterval(() => {
      if (document.hidden) return;
      const script = document.createElement("script");
      script.src = `stamp.js?${Date.now()}`;
      script.onload = script.onerror = () => script.remove();
      document.head.append(script);
    }, 400);
  }
})();
