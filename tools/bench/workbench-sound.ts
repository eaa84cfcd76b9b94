import { setTimeout as sleep } from "node:timers/promises";
import { givenWav } from "../../server/test/upload-bodies.ts";
import { givenItem, givenProject } from "../../workbench/test/given.ts";
import type { MeasuredPage } from "./browser.ts";
import { type Figure, measured } from "./figures.ts";
import { givenProject as givenProjectOf } from "./given.ts";
import { repeat, untilFilled, untilReady } from "./part.ts";
import type { Service } from "./service.ts";
import { withSignedIn } from "./signed-in.ts";

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

const [HOUR_S, TELEPHONE_RATE] = [3_600, 8_000];
const WAV_HEAD = 44;

/** The spectrogram of an hour, whose samples the service keeps: the browser reads and transforms all of them each time. */
export async function measureHour(service: Service, runs: number): Promise<Figure> {
  const project_id = await givenProjectOf(service, {
    annotation_type: "audio_segmentation",
    labels: [{ name: "speech" }, { name: "music" }],
    quality_policy: { overlap: 1 },
  });
  const upload_id = await sendHour(service);
  await untilReady(service, `/v1/uploads/${upload_id}`);
  const { id } = await service.call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] });
  await untilFilled(service, id);
  const { data } = await service.call("GET", `/v1/uploads/${upload_id}/files`);
  await untilMade(service, data[0].id);
  const took = await withSignedIn(service, { role: "annotator", script: "" }, async ({ page, open }) => {
    await open(`/work?batch=${id}`);
    await page.getByRole("button", { name: "I have read them" }).click();
    return repeat(runs, async () => {
      await open(`/work?batch=${id}`);
      const ms = Number(await page.evaluate(`(${timeSpectrogram})()`));
      await page.keyboard.press("Shift+G"); // which the browser remembers
      return ms;
    });
  });
  const work = "show the spectrogram of an hour of sound, from the key until it is painted";
  return { work, unit: "ms", measured: measured(took), ceiling: undefined, target: { atMost: 1_000 } };
}

/** Uploads an hour of noise as WAV of one channel; returns the upload's id. */
async function sendHour({ call }: Service): Promise<string> {
  const body = givenWav(HOUR_S, TELEPHONE_RATE);
  for (let at = WAV_HEAD, seed = 1; at < body.length; at += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    body[at] = seed % 251;
  }
  const { id, upload_url } = await call("POST", "/v1/uploads", {
    filename: "hour.wav",
    size_bytes: body.length,
  });
  const sent = await fetch(upload_url, { method: "PUT", body: new Blob([Uint8Array.from(body)]) });
  if (!sent.ok) throw new Error(`${sent.status}: ${await sent.text()}`);
  await call("POST", `/v1/uploads/${id}/complete`);
  return id;
}

/** Waits until the service has made the samples of a file. */
async function untilMade({ origin, headers }: Service, file_id: string): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${origin}/v1/files/${file_id}/sound`, {
      headers: { ...headers, range: "bytes=0-0" },
    });
    if (status === 206) return;
    if (status !== 202) throw new Error(`the samples were not made: ${status}`);
    await sleep(500);
  }
}

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

/**
 * Runs in the page: milliseconds from the key to the frame in which the right of the spectrogram is painted. Its colours
 * run from black by orange to pale yellow, and what it replaces is white or grey; throws if it is not painted in a minute.
 */
const timeSpectrogram = `async () => {
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "G", code: "KeyG", shiftKey: true, bubbles: true, cancelable: true }));
  for (;;) {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    const canvas = document.querySelector("canvas");
    const pixel = canvas?.getContext("2d")?.getImageData(canvas.width * 0.95, canvas.height * 0.7, 1, 1).data ?? [];
    const took = performance.now() - began;
    if (pixel[0] > 100 && pixel[0] - pixel[2] > 60) return took;
    if (took > 60_000) throw new Error("the spectrogram was not painted: " + pixel);
  }
}`;
