"use strict";
// Shows and hides what the page holds already: each element says since and until when it is there.

function replay(root) {
  root.querySelector(".console").prepend(document.querySelector("#keys").content.cloneNode(true));
  const bar = root.querySelector(".bar-of-keys");
  const plays = "plays" in root.dataset;
  if (!plays) for (const key of bar.querySelectorAll(".playing")) key.remove();
  const slider = bar.querySelector("input");
  const moves = JSON.parse(root.querySelector("script[type='application/json']").textContent);
  for (const named of [bar, slider]) named.setAttribute("aria-label", root.dataset.label);
  slider.max = moves.length - 1;
  slider.value = slider.max;
  for (let at = 1; at < moves.length; at++) moves[at][2] ??= moves[at - 1][2];
  const now = root.querySelector(".now");
  const tokens = [...root.querySelectorAll(".token")];
  const timed = [...root.querySelectorAll("[data-since], [data-until]")].map((shown) => ({
    shown,
    since: Number(shown.dataset.since ?? 0),
    until: Number(shown.dataset.until ?? Infinity),
  }));
  const play = root.querySelector("[data-do=play]");
  const speed = root.querySelector(".speed");
  let timer = 0;
  const name = (seat) => root.querySelector(`[data-seat="${seat}"] .name`)?.textContent ?? seat;
  const said = ([words, seat]) => (seat ? `${name(seat)}: ${words}` : words);
  now.textContent = said(moves.at(-1));

  function show(time) {
    const at = Math.max(0, Math.min(Number(slider.max), time));
    slider.value = at;
    for (const { shown, since, until } of timed) {
      shown.classList.toggle("gone", at < since || at > until);
      shown.classList.toggle("just", plays && at > 0 && at === since);
    }
    const [, seat, after] = moves[at];
    now.textContent = said(moves[at]);
    slider.setAttribute("aria-valuetext", said(moves[at]));
    after?.forEach((token, i) => { tokens[i].textContent = token; });
    for (const place of root.querySelectorAll(".place")) {
      place.classList.toggle("awaited", seat !== "" && place.dataset.seat === seat);
    }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    if (play) play.setAttribute("aria-pressed", "false");
  }

  function start() {
    if (Number(slider.value) >= Number(slider.max)) show(0);
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (Number(slider.value) >= Number(slider.max)) return stop();
      show(Number(slider.value) + 1);
    }, 1200 / Number(speed?.value ?? 1));
  }

  function card(by) {
    let at = Number(slider.value) + by;
    while (at > 0 && at < Number(slider.max) && moves[at][1] !== "") at += by;
    show(at);
  }

  const deeds = {
    first: () => show(0),
    back: () => show(Number(slider.value) - 1),
    on: () => show(Number(slider.value) + 1),
    last: () => show(Number(slider.max)),
    cardBack: () => card(-1),
    cardOn: () => card(1),
    play: () => (timer ? stop() : start()),
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", PageUp: "cardBack", PageDown: "cardOn",
    ArrowUp: "cardBack", ArrowDown: "cardOn", Home: "first", End: "last", " ": "play",
  };

  root.addEventListener("click", (event) => {
    const deed = event.target.closest("[data-do]")?.dataset.do;
    if (deed === "enlarge") {
      const place = event.target.closest(".place");
      const large = !place.classList.contains("large");
      for (const other of root.querySelectorAll(".place")) {
        other.classList.toggle("large", large && other === place);
        other.querySelector("[data-do=enlarge]")
          ?.setAttribute("aria-pressed", String(large && other === place));
      }
    } else if (deed) {
      if (deed !== "play") stop();
      deeds[deed]();
    }
  });
  root.addEventListener("keydown", (event) => {
    const deed = keys[event.key];
    const typing = event.target.closest("select, summary");
    if (!deed || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.closest("button")) return;
    event.preventDefault();
    if (deed !== "play") stop();
    deeds[deed]();
  });
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  speed?.addEventListener("change", () => { if (timer) { stop(); start(); } });
  addEventListener("beforeprint", () => { stop(); deeds.last(); }); // paper shows no move's words
}

function since(select) {
  function choose() {
    const from = Number(select.value);
    for (const section of document.querySelectorAll("[data-episode]")) {
      section.hidden = Number(section.dataset.episode) < from;
    }
  }
  select.addEventListener("change", choose);
  choose();
}

// On paper the first episode comes first. A style could say so, but then Safari cuts boards in two.
function order(episodes) {
  const newestFirst = [...episodes.children];
  addEventListener("beforeprint", () => episodes.append(...[...newestFirst].reverse()));
  addEventListener("afterprint", () => episodes.append(...newestFirst));
}

for (const root of document.querySelectorAll(".replay")) replay(root);
for (const episodes of document.querySelectorAll(".episodes")) order(episodes);
for (const select of document.querySelectorAll("#since")) since(select);
document.documentElement.classList.add("live");
