"use strict";
// Checks the signed history inside the page, as docs/format.md describes it, without a network.
// Whoever changes a page can change this, too: the words beside it say so.
{
  const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const FIELDS = "author,hash,kind,payload,previous_hash,recorded_at,seq";
  const utf8 = new TextEncoder();
  const textOf = (data) => new TextDecoder("utf-8", { fatal: true }).decode(data);
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const sha = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const hexOf = (data) => [...data].map((one) => one.toString(16).padStart(2, "0")).join("");
  const hashOf = async (data) => hexOf(await sha(data));

  // A number as so many digits of base 32, in groups of four.
  function grouped(number, count) {
    let digits = "";
    for (let at = 5n * BigInt(count - 1); at >= 0n; at -= 5n) digits += DIGITS[Number((number >> at) & 31n)];
    return digits.match(/.{4}/g).join("-");
  }

  function withCheck(number) {
    let check = 0;
    for (let at = 30n; at >= 0n; at -= 5n) {
      check = (check ^ Number((number >> at) & 31n)) << 1;
      if (check & 32) check ^= 0b100101;
    }
    return grouped((number << 5n) | BigInt(check), 8);
  }

  const shortHead = (hash) => withCheck(BigInt(`0x${hash.slice(0, 16)}`) >> 29n);

  // The head that was meant, "" where it is none or mistyped.
  function readHead(typed) {
    const plain = typed.toUpperCase().replace(/[^0-9A-Z]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
    if (plain.length !== 8 || [...plain].some((one) => !DIGITS.includes(one))) return "";
    let number = 0n;
    for (const one of plain.slice(0, 7)) number = (number << 5n) | BigInt(DIGITS.indexOf(one));
    const head = `${plain.slice(0, 4)}-${plain.slice(4)}`;
    return withCheck(number) === head ? head : "";
  }

  // Whether this browser has what the check needs; an earlier one unpacks only other kinds.
  function canCheck() {
    try {
      return Boolean(new DecompressionStream("deflate-raw") && crypto.subtle);
    } catch {
      return false;
    }
  }

  async function inflated(data) {
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // The members of a zip by name; what cannot be read ends in an error.
  async function membersOf(file) {
    const view = new DataView(file.buffer);
    const members = new Map();
    let end = file.length - 22;
    while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      const size = view.getUint32(at + 20, true);
      const named = view.getUint16(at + 28, true);
      const name = textOf(file.subarray(at + 46, at + 46 + named));
      const local = view.getUint32(at + 42, true);
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const data = file.slice(from, from + size);
      if (members.has(name)) throw new Error(`${name} twice`);
      members.set(name, view.getUint16(at + 10, true) === 0 ? data : await inflated(data));
      at += 46 + named + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return members;
  }

  async function signature(members) {
    const by = JSON.parse(textOf(members.get("signature.json")));
    const key = grouped(BigInt(`0x${await hashOf(utf8.encode(by.key))}`) >> 136n, 24);
    const digest = await sha(members.get("manifest.json"));
    const signed = new Uint8Array([...utf8.encode("campaign bundle 1\0"), ...digest]);
    const once = [by.key, by.signature].every((one) => btoa(atob(one)) === one);
    try {
      const known = await crypto.subtle.importKey("raw", bytesOf(by.key), "Ed25519", false, ["verify"]);
      const fits = await crypto.subtle.verify("Ed25519", known, bytesOf(by.signature), signed);
      return fits && once ? ["ok", "signed", { key }] : ["wrong", "forged", { key }];
    } catch (error) {
      if (error.name === "NotSupportedError") return ["open", "unsigned", { key }];
      return ["wrong", "forged", { key }];
    }
  }

  // The name of the campaign: the last one that no later entry takes back.
  function nameIn(entries) {
    const gone = new Set();
    for (const { kind, seq, payload } of [...entries].reverse()) {
      if (gone.has(seq)) continue;
      const values = JSON.parse(payload);
      if (kind === "campaign renamed" || kind === "created") return values.name;
      if (kind === "withdrawn") for (const number of values.entries) gone.add(number);
      if (kind === "restored") gone.add(values.entry);
    }
    return "";
  }

  async function members(all, manifest, entries) {
    const wrong = [];
    const there = [...all.keys()].filter((name) => !["manifest.json", "signature.json"].includes(name));
    for (const name of new Set([...there, ...Object.keys(manifest.members)])) {
      const [data, stated] = [all.get(name), manifest.members[name]];
      const fits = data && stated && stated.size === data.length && stated.sha256 === (await hashOf(data));
      if (!fits) wrong.push(name);
    }
    const [first, last] = [JSON.parse(entries[0].payload), entries.at(-1)];
    const { head } = manifest;
    if (first.uid !== manifest.campaign || nameIn(entries) !== manifest.name) wrong.push("manifest.json");
    else if (head.seq !== entries.length || head.hash !== last.hash) wrong.push("manifest.json");
    if (wrong.length) return ["wrong", "exchanged", { names: wrong.join(", ") }];
    return ["ok", "whole", { count: all.size }];
  }

  // The one JSON text of a value.
  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (typeof value === "string") return JSON.stringify(value.normalize("NFC"));
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
  }

  // SHA-256 over a first line and texts, each preceded by its length in eight bytes.
  async function link(parts) {
    const pieces = [utf8.encode("campaign journal 1")];
    for (const part of parts) {
      const data = utf8.encode(part);
      const length = new DataView(new ArrayBuffer(8));
      length.setBigUint64(0, BigInt(data.length));
      pieces.push(new Uint8Array(length.buffer), data);
    }
    return hashOf(new Uint8Array(await new Blob(pieces).arrayBuffer()));
  }

  async function chain(entries, stream) {
    const broken = [];
    let previous = "";
    for (const [at, entry] of entries.entries()) {
      const { kind, author, recorded_at, payload } = entry;
      const written = [kind, author, recorded_at, payload].every((one) => typeof one === "string");
      const hash = await link([previous, stream, String(at + 1), kind, author, recorded_at, payload]);
      const linked = entry.seq === at + 1 && entry.previous_hash === previous && entry.hash === hash;
      const table = canonical(JSON.parse(payload));
      const once = table === payload && table.startsWith("{") && !table.includes("\\u0000");
      const fields = Object.keys(entry).sort().join();
      if (!written || !linked || !once || fields !== FIELDS) broken.push(at + 1);
      previous = entry.hash;
    }
    if (!broken.length) return ["ok", "chained", { count: entries.length, head: shortHead(previous) }];
    const evenings = new Set(broken.map((number) => evening(entries, number)).filter(Boolean));
    const values = { entries: spans(broken), episodes: spans([...evenings]) };
    return ["wrong", evenings.size ? "broken" : "brokenBefore", values];
  }

  // Rising numbers, neighbours together.
  function spans(numbers) {
    const runs = [];
    for (const number of numbers) {
      if (runs.length && number === runs.at(-1)[1] + 1) runs.at(-1)[1] = number;
      else runs.push([number, number]);
    }
    return runs.map(([first, last]) => (first === last ? first : `${first}\u2013${last}`)).join(", ");
  }

  // The episode that was recorded last when an entry was written; 0 before the first one.
  function evening(entries, number) {
    const recorded = entries.slice(0, number).filter((entry) => entry.kind === "episode recorded");
    return Number(/^episode = (\d+)$/m.exec(JSON.parse(recorded.at(-1)?.payload ?? "{}").record)?.[1] ?? 0);
  }

  async function seals(entries, contents) {
    const first = JSON.parse(entries[0].payload);
    const salts = new Map(Object.entries(first.salts ?? {}));
    for (const entry of entries.filter((one) => one.kind === "envelope opened")) {
      const { envelope, salt } = JSON.parse(entry.payload);
      salts.set(String(envelope), salt ?? "");
    }
    const wrong = [];
    for (const [number, salt] of salts) {
      const [sealing, content] = contents[number];
      const digest = await hashOf(utf8.encode(salt + content));
      if (digest !== JSON.parse(entries[sealing - 1].payload).seals[number]) wrong.push(number);
    }
    if (wrong.length) return ["wrong", "unsealed", { envelopes: wrong.join(", ") }];
    return ["ok", salts.size ? "sealed" : "closed", { envelopes: [...salts.keys()].join(", ") }];
  }

  // The day of a moment at its table; an early stamp has no offset and is read by the clock here.
  function dayOf(stamp) {
    const [, moment, sign, hours, minutes] = /^(.{19}Z)(?:\[([+-])(\d\d):(\d\d)\])?$/.exec(stamp) ?? [];
    const time = Date.parse(moment ?? "");
    if (Number.isNaN(time)) return stamp.slice(0, 10);
    const there = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : -new Date(time).getTimezoneOffset();
    return new Date(time + there * 60_000).toISOString().slice(0, 10);
  }

  function continues(entries, typed) {
    if (!typed.trim()) return ["open", "noHead", {}];
    const head = readHead(typed);
    if (!head) return ["wrong", "mistyped", {}];
    const at = entries.findIndex((entry) => shortHead(entry.hash) === head);
    if (at < 0) return ["wrong", "stranger", { head }];
    const values = { head, number: at + 1, count: entries.length, day: dayOf(entries[at].recorded_at) };
    return ["ok", at + 1 < entries.length ? "known" : "newest", values];
  }

  async function results(typed, contents) {
    const all = await membersOf(bytesOf(document.getElementById("proof").textContent));
    const manifest = JSON.parse(textOf(all.get("manifest.json")));
    const lines = textOf(all.get("journal.jsonl")).split("\n").filter(Boolean);
    const entries = lines.map((line) => JSON.parse(line));
    const chained = await chain(entries, manifest.stream);
    const head = chained[0] === "ok" ? continues(entries, typed) : ["open", "noChain", {}];
    return [await members(all, manifest, entries), await signature(all), chained, await seals(entries, contents), head];
  }

  function ownCheck(root) {
    const words = JSON.parse(root.querySelector("script.words").textContent);
    const contents = JSON.parse(root.querySelector("script.contents").textContent);
    const list = root.querySelector(".results");
    const said = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

    async function check() {
      let found;
      list.replaceChildren();
      if (!canCheck()) found = [["open", "cannot"]];
      else found = await results(root.querySelector("input").value, contents).catch(() => [["wrong", "damaged"]]);
      const wrong = found.some(([verdict]) => verdict === "wrong");
      const ofHead = ["mistyped", "stranger"].includes(found.find(([verdict]) => verdict === "wrong")?.[1]);
      const items = found.map(([verdict, key, values]) => [verdict, said(key, values)]);
      if (!ofHead && (wrong || found.length > 1)) items.push([wrong ? "wrong" : "ok", said(wrong ? "fails" : "holds")]);
      list.replaceChildren(...items.map(([verdict, sentence]) => {
        const item = document.createElement("li");
        const mark = document.createElement("strong");
        mark.textContent = `${words[verdict]}: `;
        item.className = verdict;
        item.append(mark, sentence);
        return item;
      }));
    }

    root.querySelector("button").addEventListener("click", check);
    root.querySelector("input").addEventListener("keydown", (event) => { if (event.key === "Enter") check(); });
    root.hidden = false;
  }

  for (const root of document.querySelectorAll(".own-check")) ownCheck(root);
}
