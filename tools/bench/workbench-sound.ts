import { givenItem, givenProject } from "../../workbench/test/given.ts";
import type { MeasuredPage } from "./browser.ts";
import { type Figure, measured } from "./figures.ts";
import { repeat } from "./part.ts";

/** The longest recording that browsers decode, in samples of 16 bits. */
const [SECONDS, RATE] = [1_800, 16_000];

const PROJECT = givenProject({ annotation_type: "audio_segmentation", labels: ["speech", "music"] });
const FILE = { ...givenItem({}).file, content_type: "audio/wav", filename: "call.wav", duration: SECONDS };

/** The spectrogram of half an hour of noise, all of it in view: from the key until it is painted. */
export async function measureSound({ page, evaluate }: MeasuredPage, runs: number): Promise<Figure[]> {
  const content_url = await evaluate(`(${makeNoise})(${SECONDS}, ${RATE})`);
  const args = [PROJECT, { ...givenItem({ file: FILE, line: null }), content_url }];
  await evaluate(`show(${args.map((value) => JSON.stringify(value)).join(",")}, null)`);
  const shown: number[] = [];
  await repeat(runs + 1, async (run) => {
    const ms = Number(await evaluate(`(${timeSpectrogram})()`));
    if (run > 0) shown.push(ms); // the first waits for the decoder too
    await page.keyboard.press("Shift+G");
    await page.waitForTimeout(1_000); // until the view is computed without it, so that nothing is left to show
  });
  const work = "show the spectrogram of half an hour of sound, until it is painted";
  return [{ work, unit: "ms", measured: measured(shown), ceiling: undefined, target: { atMost: 1_000 } }];
}

/** Runs in the page: the URL of a WAV of one channel. */
const makeNoise = `(seconds, rate) => {
  const samples = new Int16Array(seconds * rate);
  for (let at = 0, seed = 1; at < samples.length; at += 1) {
    seed = (seed * 48271) % 2147483647;
    samples[at] = (seed % 20000) - 10000;
  }
  const head = new DataView(new ArrayBuffer(44));
  const text = (at, word) => [...word].forEach((letter, place) => head.setUint8(at + place, letter.charCodeAt(0)));
  text(0, "RIFF"); head.setUint32(4, 36 + samples.byteLength, true); text(8, "WAVEfmt ");
  head.setUint32(16, 16, true); head.setUint16(20, 1, true); head.setUint16(22, 1, true);
  head.setUint32(24, rate, true); head.setUint32(28, 2 * rate, true); head.setUint16(32, 2, true); head.setUint16(34, 16, true);
  text(36, "data"); head.setUint32(40, samples.byteLength, true);
  return URL.createObjectURL(new Blob([head, samples], { type: "audio/wav" }));
}`;

/** Runs in the page: milliseconds from the key to the frame in which the right of the spectrogram is bright. */
const timeSpectrogram = `async () => {
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "G", code: "KeyG", shiftKey: true, bubbles: true, cancelable: true }));
  for (;;) {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    const canvas = document.querySelector("canvas");
    const pixel = canvas?.getContext("2d")?.getImageData(canvas.width * 0.95, canvas.height * 0.7, 1, 1).data ?? [];
    if (pixel[0] > 100 && pixel[2] < 130) return performance.now() - began;
  }
}`;
