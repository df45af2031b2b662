// SPDX-License-Identifier: BSD-2-Clause
// One slider moves all figures through the cycles; a node that is pointed at lights its message.
"use strict";

const never = -1;
const byId = (id) => document.getElementById(id);
const figures = ["n", "t", "e", "u", "f"]; // the network; trees, with the edge to each node

// --- what page_data.c writes -------------------------------------------------------------

let data, worms, channels;
let bringer; // by node: the worm that brought it the message, or -1
let arrival; // by node: see hasAt()
let end, slider, field;

// A page that would be too large has its figures, and what is read here, packed.
async function unpack() {
  const packed = byId("packed");
  if (packed) {
    const bytes = Uint8Array.from(atob(packed.textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    packed.insertAdjacentHTML("afterend", await new Response(stream).text());
    packed.remove();
    byId("packed-note").remove();
  }
}

function rows(flat, width) {
  const list = [];
  for (let i = 0; i < flat.length; i += width) {
    list.push(flat.slice(i, i + width));
  }
  return list;
}

// Of each column of worms a function that gives its next value; in an empty one nothing is known.
function readers(columns) {
  return Object.fromEntries(Object.entries(columns).map(([name, list]) => {
    let i = 0;
    return [name, () => list.length ? list[i++] : null];
  }));
}

// Gives cycles, each told by how far it is from the one before; null is what has not happened.
function clock(before) {
  return (after) => after === null ? never : (before += after);
}

// The visits of a worm: its header and all of it were there, software had it.
function readVisits(next, w) {
  for (let n = next.visits(); n > 0; n--) {
    const time = clock(Math.max(w.injected, 0));
    w.visits.push({
      node: w.from + next.node(), head: time(next.head()), whole: time(next.whole()),
      software: time(next.software()),
    });
  }
}

// The channels on which it was, and for which of them it waited, behind which worm.
function readHops(next, w) {
  const time = clock(Math.max(w.injected, 0));
  for (let n = next.hops(); n > 0; n--) {
    const channel = next.channel();
    const head = time(next.reached());
    const on = next.left();
    w.hops.push({
      channel, head, tail: on === null ? never : time(0) + on, waited: 0, behind: never,
    });
  }
  for (let n = next.waits(); n > 0; n--) {
    const hop = w.hops[next.hop()];
    hop.waited = next.waited();
    hop.behind = next.behind();
  }
}

// Worms, from columns. what: 0 has what its receiver wants, 1 prepares that, 2 is an
// acknowledgement. stuck: in a deadlock, the cycle from which on its header waits.
function readWorms(columns, count) {
  const next = readers(columns);
  const list = [];
  let from = 0;
  let first = 0;
  for (let i = 0; i < count; i++) {
    const time = clock(first);
    const what = next.what();
    from += next.from();
    const w = {
      from, step: next.step(), data: what === 0, byNi: what === 2, visits: [], hops: [],
      startup: time(next.startup()), started: time(next.started()),
      injected: time(next.injected()), gone: time(next.gone()), stuck: time(next.stuck()),
    };
    first = [w.startup, w.started, w.injected, w.gone, w.stuck, first].find((t) => t !== never);
    readVisits(next, w);
    readHops(next, w);
    list.push(w);
  }
  return list;
}

function read() {
  data = JSON.parse(byId("data").textContent);
  worms = readWorms(data.worms, data.count);
  channels = rows(data.channels, 3).map((c) => ({ node: c[0], next: c[1], link: c[2] }));
  bringer = data.bringer;
  arrival = bringer.map((_, node) => hasAt(node));
  end = data.end;
  slider = byId("cycle");
  field = byId("node");
}

// --- elements ----------------------------------------------------------------------------

function setClass(id, name, on) {
  const element = byId(id);
  if (element) {
    element.classList.toggle(name, on);
  }
}

function number(n) {
  return n.toLocaleString("en");
}

function count(n, one) {
  return number(n) + " " + one + (n === 1 ? "" : "s");
}

// --- cycles ------------------------------------------------------------------------------

// Are returns of calls all that is known of nodes?
function byCalls() {
  return data.returned.length > 0 && (data.collective || !data.timed);
}

// When node has the message, or its call has returned: a cycle, or in a plan its step; never: not at
// all.
function hasAt(node) {
  if (byCalls()) {
    return data.returned[node];
  }
  const w = worms[bringer[node]];
  if (!w) {
    return never;
  }
  if (!data.timed) {
    return w.step;
  }
  const v = w.visits.find((x) => x.node === node);
  return data.returned.length ? v.whole : v.software; // a board does not tell when software has it
}

// The hop that a header which is in a deadlock waits for; none: it waits for the way into a node.
function wantedBy(w) {
  return w.hops.find((h) => h.head === never);
}

// The links on which worms are in this cycle (or step), and those that headers wait for.
function linksAt(now) {
  const busy = new Set();
  const wanted = new Set();
  let under = 0;
  for (const w of worms) {
    let on = false;
    for (const h of w.hops) {
      const here = data.timed
        ? h.head !== never && h.head <= now && (h.tail === never || now <= h.tail)
        : w.step === now;
      if (here) {
        busy.add(channels[h.channel].link);
        on = true;
      }
      if (h.waited && h.head - h.waited <= now && now < h.head) {
        wanted.add(channels[h.channel].link);
        on = true;
      }
    }
    if (w.stuck !== never && w.stuck <= now) {
      const wants = wantedBy(w);
      if (wants) {
        wanted.add(channels[wants.channel].link);
      }
      on = true;
    }
    under += on;
  }
  return { busy, wanted, under };
}

function showSum() {
  for (let i = 0; i < data.links; i++) {
    setClass("l" + i, "off", false);
    setClass("l" + i, "wants", false);
  }
  for (const node of bringer.keys()) {
    for (const kind of figures) {
      setClass(kind + node, "yet", false);
    }
  }
  byId("now").textContent = data.timed
    ? "All cycles in sum. Move the slider to see one of them."
    : "All steps in sum. Move the slider to see one of them.";
}

function showAt(now) {
  const { busy, wanted, under } = linksAt(now);
  let have = 0;
  let all = 0;
  for (let i = 0; i < data.links; i++) {
    setClass("l" + i, "off", !busy.has(i) && !wanted.has(i));
    setClass("l" + i, "wants", wanted.has(i));
  }
  for (const [node, w] of bringer.entries()) {
    if (w === never) {
      continue;
    }
    const later = arrival[node] === never || arrival[node] > now;
    all += 1;
    have += !later;
    for (const kind of figures) {
      setClass(kind + node, "yet", later);
    }
  }
  byId("now").textContent = (data.timed ? "Cycle " : "Step ") + number(now) + ": "
    + count(under, "message") + " on the way, " + number(have) + " of " + number(all)
    + (byCalls() ? " calls have returned" : " nodes have it")
    + (wanted.size ? ", headers wait for " + count(wanted.size, "link") : "") + ".";
}

function moveCursor(now) {
  for (const cursor of document.querySelectorAll(".cursor")) {
    const x = data.left + data.width * now / end;
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  }
}

function moved() {
  const now = Number(slider.value);
  if (now > end) {
    showSum();
  } else {
    showAt(now);
  }
  moveCursor(Math.min(now, end));
}

// --- one message -------------------------------------------------------------------------

let lit = [];

function unlight() {
  for (const id of lit) {
    setClass(id, "lit", false);
  }
  lit = [];
}

function light(id) {
  setClass(id, "lit", true);
  lit.push(id);
}

function range(from, to) {
  return from === never ? "" : to === never ? number(from) + " on" : number(from) + " to " + number(to);
}

// What the header of a worm waited for until it came to node, longest first.
function waitsOf(w) {
  return w.hops.filter((h) => h.waited).sort((a, b) => b.waited - a.waited).map((h) => {
    const c = channels[h.channel];
    const other = worms[h.behind];
    return count(h.waited, "cycle") + " at " + c.node + " to " + c.next
      + (other ? " behind the " + (other.byNi ? "acknowledgement" : "message") + " of " + other.from + " to "
        + other.visits[other.visits.length - 1].node : "");
  });
}

// Of a message that never comes: where its header waits.
function stuckIn(w) {
  if (w.stuck === never) {
    return "";
  }
  const wants = wantedBy(w);
  const last = w.hops[w.hops.length - 1];
  const c = channels[(wants || last || { channel: never }).channel];
  return "; its header waits from cycle " + number(w.stuck) + " on"
    + (!c ? "" : wants ? ", for " + c.node + " to " + c.next : ", for the way into node " + c.next);
}

function sentBy(node) {
  const times = new Map();
  for (const w of worms.filter((x) => x.from === node && x.data)) {
    const to = w.visits.map((v) => v.node).join(" > ");
    times.set(to, (times.get(to) || 0) + 1);
  }
  const to = [...times].map(([whom, n]) => whom + (n > 1 ? " (" + n + " times)" : ""));
  const shown = to.slice(0, 8).join(", ");
  return to.length ? " It sends to " + shown + (to.length > 8 ? ", ..." : "") + "." : "";
}

// Of a collective operation: the messages that node gets, in the order in which they come.
function gets(whoever, node) {
  const came = [];
  for (const w of worms) {
    const v = w.data && w.visits.find((x) => x.node === node);
    if (v) {
      came.push({ w, v });
    }
  }
  came.sort((a, b) => (data.timed ? a.v.whole - b.v.whole : 0) || a.w.step - b.w.step);
  const told = came.slice(0, 6).map(({ w, v }) => w.from + " (" + (w.step ? "step " + w.step : "")
    + (data.timed ? (w.step ? ", " : "") + "sent " + range(w.injected, w.gone) + ", there in cycle "
      + number(v.whole) + waited(w) : "") + ")");
  return whoever + (told.length ? " gets messages from " + told.join(", ")
    + (came.length > 6 ? ", and " + (came.length - 6) + " more" : "") : " gets no message") + ".";
}

function waited(w) {
  const waits = waitsOf(w);
  return waits.length ? ", waited " + waits[0] : "";
}

function aboutCall(node) {
  const returned = data.returned.length ? data.returned[node] : never;
  return data.returned.length === 0 ? gets("Node " + node, node) + sentBy(node)
    : "Node " + node + (returned !== never ? ": its call returned in cycle " + number(returned)
      : ": its call has not returned") + "." + gets(" It", node) + sentBy(node);
}

function about(node) {
  if (data.collective) {
    return aboutCall(node);
  }
  const w = worms[bringer[node]];
  if (!w) {
    return "Node " + node + " gets no message." + sentBy(node);
  }
  const v = w.visits.find((x) => x.node === node);
  const waits = waitsOf(w);
  const came = !data.timed || v.software !== never;
  let text = "Node " + node + (came ? " has it from node " : " never gets it all from node ") + w.from
    + ", in step " + w.step;
  if (data.timed) {
    text += ": start-up " + range(w.startup, w.started) + ", sent " + range(w.injected, w.gone)
      + (came ? ", whole in cycle " + number(v.whole) + (data.returned.length
        ? ", its call returned in cycle " + number(data.returned[node])
        : ", in software in cycle " + number(v.software)) : "")
      + (waits.length ? "; it waited " + waits.slice(0, 3).join(", ")
        : came ? "; it waited for nobody" : "") + (came ? "" : stuckIn(w));
  } else if (data.returned.length && data.returned[node] !== never) {
    text += "; its call returned in cycle " + number(data.returned[node]);
  }
  return text + "." + sentBy(node);
}

// The sender of a message, and the links that it took.
function lightWay(w) {
  for (const kind of ["n", "t", "u", "b"]) {
    light(kind + w.from);
  }
  for (const h of w.hops) {
    light("l" + channels[h.channel].link);
  }
}

// Light the message that brought node what it has, everywhere.
function point(node) {
  unlight();
  if (!(node >= 0 && node < bringer.length)) {
    byId("about").textContent = "Point at a node, or give its number, to see its message everywhere.";
    return;
  }
  const w = worms[bringer[node]];
  for (const kind of [...figures, "b"]) {
    light(kind + node);
  }
  if (w) {
    lightWay(w);
  }
  if (data.collective) {
    for (const [i, other] of worms.entries()) {
      if (other.data && (other.from === node || other.visits.some((v) => v.node === node))) {
        light("m" + i);
      }
    }
  }
  byId("about").textContent = about(node);
}

let kept = never; // a node that was clicked stays

function nodeUnder(target) {
  const group = target.closest && target.closest("[id]");
  const match = group && /^[ntbeuf](\d+)$/.exec(group.id);
  return match ? Number(match[1]) : never;
}

function listen() {
  document.addEventListener("pointerover", (event) => {
    const node = nodeUnder(event.target);
    point(node !== never ? node : kept);
  });
  document.addEventListener("click", (event) => {
    const node = nodeUnder(event.target);
    if (node !== never) {
      kept = kept === node ? never : node;
      field.value = kept === never ? "" : kept;
      point(kept === never ? node : kept);
    }
  });
  field.addEventListener("input", () => {
    kept = field.value === "" ? never : Number(field.value);
    point(kept);
  });
  slider.addEventListener("input", moved);
}

// "#node=27&cycle=100" at the end of the address
function showAsked() {
  const asked = new URLSearchParams(location.hash.slice(1));
  slider.value = asked.has("cycle") ? Number(asked.get("cycle")) : end + 1;
  if (asked.has("node")) {
    kept = Number(asked.get("node"));
    field.value = kept;
  }
  point(kept);
  moved();
}

async function start() {
  await unpack();
  read();
  listen();
  showAsked();
}

start();
