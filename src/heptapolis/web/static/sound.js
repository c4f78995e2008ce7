// Small sounds, synthesized from plain tones without files; off by default.
import { isOn, watch } from "./toggle.js";

// Tones of each sound: start (s), frequency (Hz), duration (s), waveform, volume.
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
let audio = null;

watch("sound", async () => {
  await ready();
  sing("turn");
  return true;
});

async function ready() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume();
}

function sing(name) {
  for (const [start, pitch, length, wave, loud] of SOUNDS[name]) {
    const from = audio.currentTime + start;
    const tone = new OscillatorNode(audio, { type: wave, frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loud, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

/** Play a sound if sounds are on; browsers may block them until the first click. */
export function play(name) {
  if (!isOn("sound")) return;
  ready()
    .then(() => sing(name))
    .catch(() => {});
}
