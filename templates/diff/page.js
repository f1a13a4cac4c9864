"use strict";
(() => {
  const { kernels } = JSON.parse(document.getElementById("data").textContent);
  const home = document.getElementById("kernels");
  if (!home) return;
  const query = document.getElementById("query"), same = document.getElementById("same");
  const found = document.getElementById("found");
  const SIGNS = {
    "=": ["=", "the same"], "c": ["#", "other constants"], "x": ["~", "other terms"],
    "<": ["\u2212", "left only"], ">": ["+", "right only"],
  };
  const PRINTED = 4000;  // lines that are unfolded for paper, if there are no more
  let wanted = "", here = -1;

  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const plain = (line) => Array.isArray(line) ? line.join("") : line || "";
  const right = (row) => row.length > 2 ? row[2] : row[1];
  const matches = (row) =>
    plain(row[1]).toLowerCase().includes(wanted) || plain(right(row)).toLowerCase().includes(wanted);

  // Text goes into the page as text only: names in it are strangers'.
  const put = (parent, text) => {
    if (!wanted) { parent.append(text); return; }
    const lower = text.toLowerCase();
    let from = 0;
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
      parent.append(text.slice(from, at), make("mark", "", text.slice(at, at + wanted.length)));
      from = at + wanted.length;
    }
    parent.append(text.slice(from));
  };
  const lineOf = (line, name) => {
    const code = make("code", name);
    (Array.isArray(line) ? line : [line || ""]).forEach((part, k) => {
      if (!part) return;
      const into = k % 2 ? code.appendChild(make("b")) : code;
      put(into, part);
    });
    return code;
  };
  const rowOf = (row) => {
    const [sign, meaning] = SIGNS[row[0]];
    const element = make("div", row[0] === "=" ? "row same" : "row");
    const middle = make("span", "sign");
    const shown = make("span", "", sign);
    shown.setAttribute("aria-hidden", "true");
    middle.append(shown, make("span", "hidden", meaning));
    element.append(lineOf(row[1], "own"), middle, lineOf(right(row), "other"));
    return element;
  };

  // Only what is unfolded and near the window has elements.
  const fill = (box) => {
    if (box.dataset.full) return;
    box.dataset.full = "1";
    box.style.minHeight = "";
    const rows = box.step.rows.filter((row) => wanted ? matches(row) : same.checked || row[0] !== "=");
    const left = box.step.rows.length - rows.length;
    const parts = rows.map(rowOf);
    if (left) parts.push(make("p", "quiet", wanted ? `${left} more lines` : `${left} lines the same`));
    box.replaceChildren(...parts);
  };
  const waiting = new Set();
  const NEAR = 1500;  // pixels above and below the window
  const fillNear = () => {
    const seen = [...waiting].filter((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return bottom > -NEAR && top < window.innerHeight + NEAR;
    });
    for (const box of seen) { waiting.delete(box); fill(box); }
    return seen.length;
  };
  let later = 0;
  const soon = () => { later = later || setTimeout(() => { later = 0; if (fillNear()) soon(); }, 30); };
  window.addEventListener("scroll", soon, { passive: true });
  window.addEventListener("resize", soon);
  const empty = (box) => {
    waiting.delete(box);
    delete box.dataset.full;
    box.replaceChildren();
  };
  const showStep = (details) => {
    const box = details.lastElementChild;
    empty(box);
    if (!details.open) { box.style.minHeight = ""; return; }
    box.style.minHeight = `${Math.min(box.step.rows.length, 400) * 18}px`;
    waiting.add(box);
    soon();
  };

  const isFull = (box) => Boolean(box.style.minHeight || box.dataset.full);

  // What opens an element fills it at once; the event that follows finds nothing left to do.
  const stepOf = (step) => {
    const details = make("details", "step"), summary = make("summary"), box = make("div", "rows");
    box.step = step;
    put(summary, step.heading);
    summary.append(make("span", "aside", `${step.only ? `${step.only} only, ` : ""}${step.cost} operations`));
    details.append(summary, box);
    details.addEventListener("toggle", () => { if (details.open !== isFull(box)) showStep(details); });
    return details;
  };
  const differs = (step) => step.rows.some((row) => row[0] !== "=");
  const hits = (step) => step.rows.reduce((sum, row) => sum + matches(row), 0);
  const isShown = (step) =>
    wanted ? hits(step) || step.heading.toLowerCase().includes(wanted) : same.checked || differs(step);

  const showKernel = (details) => {
    const box = details.lastElementChild;
    [...box.querySelectorAll(".rows")].forEach(empty);
    box.replaceChildren();
    if (!details.open) return;
    const steps = details.kernel.steps.filter(isShown);
    box.append(...steps.map(stepOf));
    if (!steps.length) box.append(make("p", "quiet", "all lines are the same"));
    let budget = 400;
    [...box.querySelectorAll(".step")].forEach((each, k) => {
      if (!wanted) return;
      const count = hits(steps[k]);
      if (count) each.firstElementChild.append(make("span", "hits", `${count}`));
      if (count && budget > 0) { each.open = true; budget -= count; showStep(each); }
    });
  };
  kernels.forEach((kernel, number) => {
    const details = make("details", "kernel"), summary = make("summary", "", kernel.name);
    details.id = `kernel-${number}`;
    details.kernel = kernel;
    summary.append(make("span", "aside", kernel.about));
    details.append(summary, make("div"));
    details.addEventListener("toggle", () => {
      if (details.open !== details.lastElementChild.childElementCount > 0) showKernel(details);
    });
    home.append(details);
  });
  const all = () => [...home.querySelectorAll(".kernel")];
  const fillNow = () => { waiting.forEach(fill); waiting.clear(); };

  const search = () => {
    wanted = query.value.trim().toLowerCase();
    here = -1;
    let lines = 0, steps = 0;
    for (const details of all()) {
      const own = details.kernel.steps.filter((step) => isShown(step));
      const count = wanted ? own.reduce((sum, step) => sum + hits(step), 0) : 0;
      lines += count;
      steps += wanted ? own.length : 0;
      details.hidden = Boolean(wanted) && !own.length;
      if (wanted && own.length) details.open = true;
      showKernel(details);
    }
    found.textContent = wanted ? `${lines} lines in ${steps} steps` : "";
    const hash = wanted ? `#q=${encodeURIComponent(wanted)}` : " ";
    try { history.replaceState(null, "", hash); } catch { /* a page without an address */ }
  };
  const next = () => {
    fillNow();
    const marks = [...home.querySelectorAll("mark")];
    if (!marks.length) return;
    marks.forEach((mark) => mark.classList.remove("here"));
    here = (here + 1) % marks.length;
    marks[here].classList.add("here");
    marks[here].scrollIntoView({ block: "center" });
  };
  const unfold = () => {
    for (const details of all()) {
      details.open = true;
      showKernel(details);
      details.querySelectorAll(".step").forEach((each) => { each.open = true; showStep(each); });
    }
  };
  const fold = () => all().forEach((details) => { details.open = false; showKernel(details); });

  let typing = 0;
  query.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(search, 150); });
  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); next(); }
    if (event.key === "Escape") { query.value = ""; search(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query) { event.preventDefault(); query.focus(); }
  });
  document.getElementById("next").addEventListener("click", next);
  document.getElementById("unfold").addEventListener("click", unfold);
  document.getElementById("fold").addEventListener("click", fold);
  same.addEventListener("change", search);
  const lines = kernels.flatMap((k) => k.steps).flatMap((s) => s.rows).filter((row) => row[0] !== "=").length;
  window.addEventListener("beforeprint", () => {
    if (!wanted && lines <= PRINTED) unfold();
    fillNow();
  });
  const open = () => {
    const kernel = /^#kernel-\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (kernel) { kernel.open = true; kernel.scrollIntoView(); }
  };
  window.addEventListener("hashchange", open);
  if (location.hash.startsWith("#q=")) {
    query.value = decodeURIComponent(location.hash.slice(3));
    search();
    document.getElementById("lines").scrollIntoView();
  }
  else if (location.hash === "#unfold") unfold();
  else open();
})();
