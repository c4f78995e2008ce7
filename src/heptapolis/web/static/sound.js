// @ts-check
// Small sounds, synthesized from plain tones without files; off by default.
import { isOn, watch } from "./toggle.js";

// Tones of each sound: start (s), frequency (Hz), duration (s), waveform, volume.
/** @type {Record<"card" | "turn" | "war" | "end", [number, number, number, OscillatorType, number][]>} */
const SOUNDS = {
  card: [[0, 520, 0.07, "triangle", 0.12]],
  turn: [
    [0, 660, 0.14, "sine", 0.2],
    [0.13, 880, 0.22, "sine", 0.2],
  ],
  war: [
    [0, 150, 0.22, "sawtooth", 0.12],
    [0.16, 110, 0.34, "sawtooth", 0.12],
  ],
  end: [
    [0, 523, 0.2, "sine", 0.18],
    [0.16, 659, 0.2, "sine", 0.18],
    [0.32, 784, 0.45, "sine", 0.18],
  ],
};
/** @type {AudioContext | null} */
let audio = null;

watch("sound", async () => {
  playTones(await startAudio(), "turn");
  return true;
});

/** Return the audio output, which a browser may block until the first click. */
async function startAudio() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume();
  return audio;
}

/**
 * Play the tones of a sound.
 *
 * @param {AudioContext} output
 * @param {keyof typeof SOUNDS} name
 */
function playTones(output, name) {
  for (const [start, pitch, length, wave, loud] of SOUNDS[name]) {
    const from = output.currentTime + start;
    const tone = new OscillatorNode(output, { type: wave, frequency: pitch });
    const volume = new GainNode(output, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loud, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(output.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

/**
 * Play a sound if sounds are on; browsers may block them until the first click.
 *
 * @param {keyof typeof SOUNDS} name
 */
export function play(name) {
  if (!isOn("sound")) return;
  startAudio()
    .then((output) => playTones(output, name))
    .catch(() => {});
}
