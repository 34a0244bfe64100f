// A tone and a vibration when this device is asked: silent until somebody wants it here.
import { make } from "/static/elements.js";

const CHOICE = "sound";
let tones = null;

const isOn = () => localStorage.getItem(CHOICE) === "on";

/** The button that chooses it, or does without; it stays pressed, and the choice is heard at once. */
export function choice(words) {
  const button = make("button", { "aria-pressed": String(isOn()), onclick: turn }, words.sound);
  function turn() {
    localStorage.setItem(CHOICE, isOn() ? "off" : "on");
    button.setAttribute("aria-pressed", String(isOn()));
    call();
  }
  return button;
}

/** Call whoever holds the device. */
export function call() {
  if (!isOn()) return;
  navigator.vibrate?.(80);
  tones ??= new AudioContext();
  const tone = new OscillatorNode(tones, { frequency: 660 });
  const volume = new GainNode(tones, { gain: 0.15 });
  volume.gain.setTargetAtTime(0, tones.currentTime + 0.1, 0.03); // fades, so that it does not click
  tone.connect(volume).connect(tones.destination);
  tone.start();
  tone.stop(tones.currentTime + 0.3);
}

// A browser lets a page sound after a tap on it: what was loaded anew waits for the next one.
addEventListener("pointerdown", () => tones?.resume());
