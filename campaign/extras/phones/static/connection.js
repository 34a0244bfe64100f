// The way to the laptop: what is sent there, what comes from there, and when nothing comes.

const SILENCE = 25_000; // ms; the server says every ten seconds that it is still there
const LATEST = 10_000; // ms after which an answer comes no more
let source = null;
let others = null; // the way to the other tabs of this device
let heard = 0; // when the server was heard last
let to = null; // {shows(view), away(why), ends(), lost()}, and the words for it

/** Send something: {code, said}; raises where there is no answer. */
export async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LATEST),
  });
  const said = answer.status === 429 ? { why: to.words.slower } : await answer.json();
  return { code: answer.status, said };
}

/** Whom to tell what comes. */
export function tell(listener) {
  to = listener;
}

/** Hear from now on what this device is shown; where it was heard before, anew. */
export function connect() {
  source?.close();
  source = new EventSource("/events");
  heard = Date.now();
  // A browser has six connections to the laptop: a tab that is not seen gives its own to this one.
  others ??=
    window.BroadcastChannel && // Safari has it since 15.4
    Object.assign(new BroadcastChannel("tabs"), {
      onmessage: () => document.hidden && source?.close(),
    });
  others?.postMessage("");
  source.onmessage = (event) => {
    heard = Date.now();
    to.shows(JSON.parse(event.data));
  };
  source.addEventListener("still", () => {
    heard = Date.now();
  });
  source.addEventListener("failed", (event) => {
    heard = Date.now();
    to.away(JSON.parse(event.data));
  });
  source.addEventListener("end", () => {
    close();
    to.ends();
    setTimeout(again, 5000);
  });
  source.onerror = () => {
    to.away();
    if (source?.readyState === EventSource.CLOSED) setTimeout(again, 2000);
  };
}

/** Hear nothing more. */
export function close() {
  source?.close();
  source = null;
}

/** After the server was away: is this device still known? */
async function again() {
  try {
    const { code } = await post("/seat", {});
    if (code === 401) to.lost();
    else connect();
  } catch {
    setTimeout(again, 2000);
  }
}

// A phone that leaves the Wi-Fi is not told so by its connection, which only falls silent.
setInterval(() => {
  if (!source || source.readyState === EventSource.CLOSED) return;
  if (Date.now() - heard < SILENCE) return;
  to.away();
  connect();
}, 5000);
addEventListener("offline", () => source && to.away());
addEventListener("online", () => source && connect());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && source) connect();
});
