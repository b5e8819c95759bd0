"""What runs in a page: marks, places, and nothing else.

In a world of its own that the page cannot reach; the page's own scripts are off. Timers are off with them, so everything
here runs when it is called. Marks are drawn by the CSS Custom Highlight API (https://www.w3.org/TR/css-highlight-api-1/),
which leaves the document as it is. What is drawn, such as a formula, is searched as it is written (`data-source`) and marked as a
whole, by an attribute.
"""

import json
from typing import Any

SCRIPT = r"""
globalThis.sleuth = (() => {
  "use strict";
  const INLINE = new Set(("a abbr b br code del em i img input ins kbd mark q s small span strong sub sup u var").split(" "));
  const MOST_MARKS = 20000;
  const TOP = 16;      // where a section is put, and where a line counts as the first one in view
  let marks = [];      // ranges, in document order
  let current = -1;
  let anchor = null;   // where the last jump went: steps start there while no mark is current
  let landed = 0;      // scrollY after it
  let goal = null;
  let sought = ["", ""];

  function isText(node) { return node.nodeType === Node.TEXT_NODE; }

  function blockOf(node) {
    let home = node.parentElement;
    while (INLINE.has(home.localName)) home = home.parentElement;
    return home;
  }

  function found(pattern, flags) {
    if (!pattern) return [];
    const expression = new RegExp(pattern, flags);
    const ranges = [];
    let nodes = [], starts = [], text = "", block = null;
    const place = offset => {
      let low = 0, high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= offset) low = middle; else high = middle - 1;
      }
      return low;
    };
    const flush = () => {
      if (text.trim()) {
        for (const hit of text.matchAll(expression)) {
          if (ranges.length >= MOST_MARKS) break;
          if (!hit[0].length) continue;
          const range = new Range();
          const stop = hit.index + hit[0].length;
          const first = place(hit.index), last = place(stop - 1);
          const start = nodes[first], end = nodes[last];
          range.setStart(start, isText(start) ? Math.min(hit.index - starts[first], start.length) : 0);
          range.setEnd(end, isText(end) ? Math.min(stop - starts[last], end.length) : end.childNodes.length);
          range.drawn = nodes.slice(first, last + 1).filter(node => !isText(node));
          ranges.push(range);
        }
      }
      nodes = []; starts = []; text = "";
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, node =>
      !isText(node) && (node.localName === "math" || node.hasAttribute("data-silent"))
        ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const source = isText(node) ? node.data : node.dataset.source;
      if (source === undefined) {
        if (node.localName === "br") text += "\n";
        continue;
      }
      const home = blockOf(node);
      if (home !== block) { flush(); block = home; }
      if (!nodes.length) text = "";
      nodes.push(node); starts.push(text.length); text += source;
    }
    flush();
    return ranges;
  }

  function setDrawn(name, ranges) {
    for (const element of document.querySelectorAll(`[data-${name}]`)) delete element.dataset[name];
    for (const range of ranges) for (const element of range.drawn) element.dataset[name] = "";
  }

  function state() { return [current + 1, marks.length]; }

  function seek(pattern, flags) { sought = [pattern, flags]; marks = found(pattern, flags); }

  // Of a page that is shown in parts: the parts, and which one a node is in.
  function parts() { return [...document.querySelectorAll("article")]; }
  function partOf(node) { return (isText(node) ? node.parentElement : node).closest("article"); }

  function outline() {
    const home = current >= 0 ? partOf(marks[current].startContainer) : anchor && partOf(anchor);
    for (const part of parts()) part.classList.toggle("meant", part === home);
  }

  // How many marks each part has, and which one is current: its part, and which of the part's it is.
  function standing() {
    const counts = {};
    let own = null;
    for (const part of parts()) counts[part.dataset.section] = 0;
    marks.forEach((range, index) => {
      const home = partOf(range.startContainer);
      if (!home) return;
      const section = home.dataset.section;
      if (index === current) own = [section, counts[section]];
      counts[section] += 1;
    });
    return {counts, own};
  }

  function markAt(own) {
    if (!own) return -1;
    let left = own[1];
    return marks.findIndex(range => partOf(range.startContainer)?.dataset.section === own[0] && left-- === 0);
  }

  // The part that is read: the first one that reaches into the view.
  function readPart(all) {
    let low = 0, high = all.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle].getBoundingClientRect().bottom > 3 * TOP) high = middle; else low = middle + 1;
    }
    return all[low];
  }

  function paint() {
    const ours = current >= 0 ? [marks[current]] : [];
    CSS.highlights.set("mark", new Highlight(...marks));
    const own = new Highlight(...ours);
    own.priority = 1;
    CSS.highlights.set("own", own);
    setDrawn("mark", marks);
    setDrawn("own", ours);
    outline();
  }

  function isAfter(node, other) { return Boolean(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING); }

  // What is drawn may have no text in it.
  function boxOf(thing) { return (thing.collapsed ? thing.startContainer : thing).getBoundingClientRect(); }

  function firstAfter(element) {
    if (!element) return 0;
    const index = marks.findIndex(range => element.contains(range.startContainer) || isAfter(element, range.startContainer));
    return index < 0 ? marks.length : index;
  }

  // The block that a line stands in: the last one that starts at it or before.
  function anchorOf(section, line) {
    const sections = [...document.querySelectorAll("[data-section]")];
    const scope = sections.find(element => element.dataset.section === section) || document.body;
    let best = scope === document.body ? null : scope;
    if (line === null) return best;
    let reached = 0;
    for (const element of scope.querySelectorAll("[data-line]")) {
      const at = Number(element.dataset.line);
      if (at <= line && at >= reached) { best = element; reached = at; }
    }
    return best;
  }

  function markIn(element) {
    if (!element) return -1;
    if (!element.classList.contains("start")) return marks.findIndex(range => element.contains(range.startContainer));
    const block = blockOf(element);
    const inside = range => block.contains(range.startContainer);
    const index = marks.findIndex(range => inside(range) && isAfter(element, range.startContainer));
    return index < 0 ? marks.findIndex(inside) : index;
  }

  // To the middle of the view, unless it is in view already, that far from its edges (a part of its height).
  function centre(thing, margin) {
    const start = thing instanceof Range ? thing.startContainer : thing;
    const element = isText(start) ? start.parentElement : start;
    for (let home = element.closest("details"); home; home = home.parentElement.closest("details")) home.open = true;
    let box = boxOf(thing);
    const room = innerHeight;
    if (box.top < room * margin || box.bottom > room * (1 - margin)) {
      // What is taller than the view is shown from its start.
      const rest = Math.max(room - box.height, room * 0.4) / 2;
      scrollTo(scrollX, scrollY + box.top - rest);
    }
    const wide = element.closest("pre, .wide");
    if (wide) {
      box = boxOf(thing);
      const frame = wide.getBoundingClientRect();
      if (box.left < frame.left || box.right > frame.right) wide.scrollLeft += box.left - frame.left - frame.width / 3;
    }
  }

  function go(section, line) {
    goal = () => go(section, line);
    anchor = anchorOf(section, line);
    current = line === null && section === null ? -1 : markIn(anchor);
    paint();
    if (anchor && line === null) scrollTo(0, scrollY + anchor.getBoundingClientRect().top - TOP);
    else if (!anchor) scrollTo(0, 0);
    if (current >= 0) centre(marks[current], line === null ? 0 : 0.5);
    else if (anchor && line !== null) centre(anchor, 0.5);
    landed = scrollY;
    return state();
  }

  // The same line at the same height, after the document was loaded anew.
  function keep(section, line, height, mark) {
    goal = () => keep(section, line, height, mark);
    anchor = anchorOf(section, line);
    current = Math.min(mark, marks.length) - 1;
    paint();
    if (anchor) scrollTo(0, scrollY + anchor.getBoundingClientRect().top - height);
    landed = -1;
    return state();
  }

  return {
    go,
    // Called once, before anything is drawn.
    open(pattern, flags, place) {
      seek(pattern, flags);
      return place.height === undefined ? go(place.section, place.line) : keep(place.section, place.line, place.height, place.mark);
    },
    // Pictures have come and moved the text: to the same place again.
    settle() {
      for (const kind of ["wheel", "keydown", "pointerdown"]) addEventListener(kind, () => { goal = null; }, {passive: true});
      return goal ? goal() : state();
    },
    mark(pattern, flags, isFinding) {
      seek(pattern, flags);
      current = -1;
      if (isFinding && marks.length) {
        current = Math.max(0, marks.findIndex(range => boxOf(range).bottom > 0));
        paint();
        centre(marks[current], 0.1);
      } else {
        current = markIn(anchor);
        paint();
      }
      return state();
    },
    step(by) {
      if (!marks.length) return state();
      if (current >= 0) current = (current + by + marks.length) % marks.length;
      else {
        const next = firstAfter(anchor);
        current = (by > 0 ? next : next - 1 + marks.length) % marks.length;
      }
      goal = null;
      paint();
      centre(marks[current], 0.1);
      return state();
    },
    // Where the person is: section, line and its height in the view; null where the last jump went.
    top() {
      if (Math.abs(scrollY - landed) < 2) return null;
      const anchors = document.querySelectorAll("[data-line]");
      if (!anchors.length) return null;
      const height = index => anchors[index].getBoundingClientRect().top;
      let low = 0, high = anchors.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (height(middle) < TOP + 1) low = middle; else high = middle - 1;
      }
      // Lines of a paragraph run together: the first of those side by side.
      while (low > 0 && Math.abs(height(low - 1) - height(low)) < TOP / 2) low -= 1;
      const home = anchors[low].closest("[data-section]");
      return [home ? home.dataset.section : null, Number(anchors[low].dataset.line), height(low)];
    },
    standing,
    // To a mark of a part; null where it has not so many.
    own(section, ordinal, moves) {
      const index = markAt([section, ordinal]);
      if (index < 0) return null;
      current = index;
      anchor = partOf(marks[index].startContainer);
      goal = null;
      paint();
      if (moves) centre(marks[index], 0.1);
      if (moves) landed = scrollY;
      return standing();
    },
    // Other parts at the ends; what is seen stays where it is, or at the end.
    change(more) {
      const main = document.querySelector("main");
      const all = parts(), own = standing().own;
      const seen = all.length ? readPart(all) : null;
      const height = seen ? seen.getBoundingClientRect().top : 0;
      const isThere = Math.abs(scrollY - landed) < 2;
      for (const part of all.slice(0, more.dropBefore)) part.remove();
      for (const part of all.slice(all.length - more.dropAfter)) part.remove();
      main.querySelector(".earlier").insertAdjacentHTML("afterend", more.before);
      main.querySelector(".later").insertAdjacentHTML("beforebegin", more.after);
      main.querySelector(".earlier").innerHTML = more.earlier;
      main.querySelector(".later").innerHTML = more.later;
      if (anchor && !anchor.isConnected) anchor = null;
      seek(...sought);
      current = markAt(own);
      goal = null;
      paint();
      if (more.toEnd) scrollTo(scrollX, document.documentElement.scrollHeight);
      else if (seen?.isConnected) scrollTo(scrollX, scrollY + seen.getBoundingClientRect().top - height);
      if (isThere) landed = scrollY;
      return standing();
    },
    toEnd() { scrollTo(scrollX, document.documentElement.scrollHeight); return state(); },
    // The part that is read and its height, null where the last jump went; and how far it is to the first part, and from the last.
    view() {
      const all = parts();
      if (!all.length) return null;
      const part = readPart(all);
      const seen = Math.abs(scrollY - landed) < 2 ? null : [part.dataset.section, part.getBoundingClientRect().top];
      const below = all[all.length - 1].getBoundingClientRect().bottom - innerHeight;
      return [seen, -all[0].getBoundingClientRect().top / innerHeight, below / innerHeight];
    },
    // Show for a moment which block a line led to, where no mark shows it.
    point() {
      for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
      if (current >= 0 || !anchor) return false;
      const element = anchor.classList.contains("start") ? blockOf(anchor) : anchor;
      void element.offsetWidth;  // or an animation that has just run does not run again
      element.classList.add("pointed");
      return true;
    },
    restyle(rules) { document.getElementById("theme").textContent = rules; },
  };
})();
"""


def call(name: str, *arguments: Any) -> str:
    """The script that calls one of its functions; it answers with JSON."""
    # JSON is JavaScript: https://tc39.es/proposal-json-superset/
    return f"JSON.stringify(sleuth.{name}({', '.join(json.dumps(argument) for argument in arguments)}))"


def answer_of(result: Any) -> Any:
    """What a function answered; None for nothing, also where the page went meanwhile."""
    return json.loads(result) if isinstance(result, str) and result else None
