import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Guidelines } from "../src/editors/editor.ts";
import { openPage } from "./browser.ts";
import { expectAccessible, openEditor, showItem, validAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";

const SECONDS = 20;
const RATE = 8_000;

/** A recording as a `data:` URL: tones and silence, 16 bit mono. */
function recording(): string {
  const samples = Buffer.alloc(SECONDS * RATE * 2);
  for (let at = 0; at < SECONDS * RATE; at += 1) {
    const loudness = Math.sin((at / RATE) * 0.9) ** 2;
    samples.writeInt16LE(Math.round(12_000 * loudness * Math.sin(at * 0.2)), at * 2);
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return `data:audio/wav;base64,${Buffer.concat([head, samples]).toString("base64")}`;
}

const file = { ...givenItem({}).file, content_type: "audio/wav", filename: "call.wav", duration: SECONDS };
const item = givenItem({ file, line: null, content_url: recording() });
const project = givenProject({
  annotation_type: "audio_segmentation",
  name: "Who speaks when",
  labels: ["agent", "customer"],
});

/** Opens the recording and waits until its waveform is drawn. */
async function openRecording(result: unknown = null) {
  const page = await openEditor(project, item, result);
  await page.getByText("/ 0:20.00").waitFor();
  await untilDrawn(page);
  return page;
}

/** Waits until the right half of the waveform has some sound. */
async function untilDrawn(page: Page): Promise<void> {
  await expect.poll(async () => (await flatHalves(page))[1], { timeout: 10_000 }).toBe(false);
}

/** The waveform on the screen; `drag` goes from one time to another while `shown` seconds from `from` are in view. */
async function handOf(page: Page, shown = { from: 0, seconds: SECONDS }) {
  const box = await page.getByRole("group", { name: "Waveform" }).boundingBox();
  if (box === null) throw new Error("no waveform");
  const x = (second: number) => box.x + 1 + ((box.width - 2) * (second - shown.from)) / shown.seconds;
  return {
    box,
    x,
    drag: async (from: number, to: number, y: number) => {
      await page.mouse.move(x(from), box.y + y);
      await page.mouse.down();
      await page.mouse.move(x((from + to) / 2), box.y + y, { steps: 4 });
      await page.mouse.move(x(to), box.y + y, { steps: 4 });
      await page.mouse.up();
    },
  };
}

/** Heights from the top of the waveform, and from its bottom. */
const [RULER, WAVE] = [10, 60];
const [SECOND_LANE, FIRST_LANE, OVERVIEW] = [38, 64, 10];

test("segments are drawn over the waveform and in lanes with the mouse, moved in their lane and deleted", async () => {
  const page = await openRecording();
  const { box, drag } = await handOf(page);
  expect(box.height).toBeGreaterThan(400); // of 800: the window's most
  const name = await page.getByTitle("customer").boundingBox();
  if (name === null) throw new Error("the lane has no name");
  expect(name.x + name.width, "left of the time").toBeLessThanOrEqual(box.x);
  expect(name.y, "beside its lane").toBeCloseTo(box.y + 1 + box.height - 2 - 24 - 26, 0);

  await drag(2, 6, WAVE);
  await page.getByRole("button", { name: "customer" }).first().click(); // gives the selected segment this label
  await drag(10, 14, box.height - FIRST_LANE);
  await drag(11, 12, box.height - FIRST_LANE);
  await drag(3, 4, WAVE); // over another, which is not moved
  await drag(4, 4.5, WAVE); // by the end of the selected one
  await page.getByLabel("Transcript").fill("Good morning. ");

  const { segments } = Object(await validAnswer(page, project, item));
  const near = (second: number) => expect.closeTo(second, 1);
  expect(segments).toMatchObject([
    { label: "customer", start: near(2), end: near(6) },
    { label: "agent", start: near(11), end: near(15) },
    { label: "customer", start: near(3), end: near(4.5), text: "Good morning. " },
  ]);
  await expectAccessible(page);
  await drag(15, 16, box.height - FIRST_LANE); // by its end, though it is not selected
  expect(Object(await validAnswer(page, project, item)).segments[1]).toMatchObject({
    start: near(11),
    end: near(16),
  });
  await page.getByRole("button", { name: /^Delete customer 0:02/ }).click();
  expect(await validAnswer(page, project, item)).toMatchObject({ segments: { length: 2 } });
});

test("one zooms by keys and the wheel, moves in the overview, and draws what is in view to a hundredth of a second", async () => {
  const page = await openRecording();
  const { box, x } = await handOf(page);
  await page.mouse.click(x(10), box.y + RULER); // seeks, and zooming keeps that time in its place
  for (let times = 0; times < 6; times += 1) await page.keyboard.press("Control+=");
  const seconds = SECONDS / 1.5 ** 6;
  await (await handOf(page, { from: 10 - seconds / 2, seconds })).drag(9.5, 10.25, WAVE);
  await page.mouse.click(x(5), box.y + box.height - OVERVIEW);
  await (await handOf(page, { from: 5 - seconds / 2, seconds })).drag(4.5, 5.5, box.height - SECOND_LANE);
  await page.keyboard.press("PageDown");
  await (await handOf(page, { from: 5 + 0.4 * seconds, seconds })).drag(6, 6.5, WAVE);
  await page.keyboard.press("z");
  await page.mouse.move(x(16), box.y + WAVE);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200); // to 1 / e of the recording, about the pointer
  await page.keyboard.up("Control");
  const zoomed = { from: 16 - 16 / Math.E, seconds: SECONDS / Math.E };
  await (await handOf(page, zoomed)).drag(15, 17, WAVE);

  const { segments } = Object(await validAnswer(page, project, item));
  const near = (second: number) => expect.closeTo(second, 1.7);
  expect(segments).toEqual([
    { label: "agent", start: near(9.5), end: near(10.25) },
    { label: "customer", start: near(4.5), end: near(5.5) },
    { label: "agent", start: near(6), end: near(6.5) },
    { label: "agent", start: near(15), end: near(17) },
  ]);
  await page.keyboard.press("Shift+Z"); // the selected segment takes a third
  await (await handOf(page, { from: 13, seconds: 6 })).drag(18, 18.5, WAVE);
  expect(Object(await validAnswer(page, project, item)).segments[4]).toMatchObject({
    start: near(18),
    end: near(18.5),
  });
});

test("segments are created, labeled, resized and undone with the keyboard alone", async () => {
  const page = await openRecording();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("ArrowRight", "ArrowRight", "i", "Shift+ArrowRight", "ArrowLeft", "o");
  expect(await validAnswer(page, project, item)).toEqual({
    segments: [{ start: 2, end: 6, label: "agent" }],
  });

  await press("2");
  await page
    .getByText("Segment 0:02.00 – 0:06.00 is now customer. Press Esc first to choose for the next one.")
    .waitFor();
  await press("Shift+ArrowRight", "i", "1", "Shift+ArrowRight", "o", "["); // the digit is for the segment that has begun
  await page.getByLabel("Start in seconds").focus();
  await press("Control+a");
  await page.keyboard.type("2.5");
  await press("Tab");
  const both = {
    segments: [
      { start: 2.5, end: 6, label: "customer" },
      { start: 11, end: 16, label: "agent" },
    ],
  };
  expect(await validAnswer(page, project, item)).toEqual(both);

  await page
    .getByRole("button", { name: /^customer/ })
    .first()
    .focus();
  await press("]", "Delete");
  expect(await validAnswer(page, project, item)).toMatchObject({ segments: { length: 1 } });
  await press("Control+z");
  expect(await validAnswer(page, project, item)).toEqual(both);
});

test("a segment is played, and stops at its end", async () => {
  const page = await openEditor(project, item, { segments: [{ start: 3, end: 3.4, label: "agent" }] });
  await page.getByText("/ 0:20.00").waitFor();
  await page.keyboard.press("]");
  await page.keyboard.press("Enter");

  await expect.poll(() => page.getByText("/ 0:20.00").textContent()).toMatch(/^0:03\.40/);
  await page.waitForFunction("document.querySelector('audio').paused");
});

test("a segment loops until one pauses; speed and volume are kept for the next recording", async () => {
  const result = { segments: [{ start: 3, end: 3.3, label: "agent" }] };
  const page = await openRecording(result);
  for (const key of ["]", "Shift+L", "ArrowDown", "ArrowDown", ">", "Enter"]) await page.keyboard.press(key);
  const sound = () =>
    page.evaluate(() => {
      const { paused, playbackRate, volume, currentTime } = document.querySelector("audio") ?? {};
      return { paused, playbackRate, volume, currentTime };
    });
  await expect.poll(async () => (await sound()).paused).toBe(false);
  const times = await page.evaluate(async () => {
    const seen: number[] = [];
    const audio = document.querySelector("audio");
    for (let before = 0; seen.length < 2 && audio?.paused === false; before = audio.currentTime) {
      await new Promise(requestAnimationFrame);
      if (audio.currentTime < before) seen.push(before);
    }
    return seen;
  });
  expect(times).toEqual([expect.closeTo(3.3, 0), expect.closeTo(3.3, 0)]); // it began again at its end, twice
  expect(await sound()).toMatchObject({ paused: false, playbackRate: 1.25, volume: expect.closeTo(0.8) });
  await page.keyboard.press("Space");
  expect(await sound()).toMatchObject({ paused: true });

  await showItem(page, project, { ...item, id: "item_2" });
  await expect.poll(sound).toMatchObject({ playbackRate: 1.25, volume: expect.closeTo(0.8), currentTime: 0 });
  await page.getByRole("button", { name: /^Loop/, pressed: true }).waitFor();
});

test("ends snap to silence when one draws, drags and presses keys, and what is moved as a whole does not", async () => {
  const page = await openRecording();
  const { box, drag } = await handOf(page);
  await page.keyboard.press("Shift+S");
  await drag(3, 7.4, WAVE); // it is silent from 3.13 s to 3.85 s, from 6.62 s to 7.34 s and from 10.11 s on
  const segment = async (place: number) => Object(await validAnswer(page, project, item)).segments[place];
  await expect.poll(() => segment(0)).toBeDefined();
  const first = await segment(0);
  expect(first).toMatchObject({ start: expect.closeTo(3.13, 1), end: expect.closeTo(7.34, 1) });
  expect(first.start).toBeGreaterThan(3.05);
  expect(first.end).toBeLessThan(7.38);

  await drag(5, 8, box.height - FIRST_LANE);
  await expect.poll(async () => (await segment(0)).start).toBeCloseTo(first.start + 3, 1);
  await page.keyboard.press("Shift+O"); // the player is at its start: nothing lies before
  expect(await segment(0)).toMatchObject({ end: expect.closeTo(first.end + 3, 1) });
  await page.mouse.click(box.x + 1 + ((box.width - 2) * 10) / SECONDS, box.y + RULER);
  await page.keyboard.press("Shift+O");
  await expect.poll(async () => (await segment(0)).end).toBeCloseTo(10.11, 1);
  expect((await segment(0)).end).toBeGreaterThan(10.05);
});

test("the spectrogram shows which frequency sounds when, and one draws over it", async () => {
  const page = await openRecording();
  await page.keyboard.press("Shift+G");
  const { box, drag } = await handOf(page);
  const [top, bottom] = [22 + 0.4 * (box.height - 100), box.height - 78]; // of the spectrogram
  const tone = 0.2 * (RATE / (2 * Math.PI)); // hertz
  const heightOf = (hertz: number) => top + (bottom - top) * (1 - hertz / 8_000);
  const at = (hertz: number) => brightness(page, 0.5, heightOf(hertz));
  // the waveform alone, before the spectrogram is there, is as bright at one as at the other
  await expect
    .poll(async () => (await at(tone)) - (await at(3 * tone)), { timeout: 10_000 })
    .toBeGreaterThan(100);
  expect(await at(tone)).toBeGreaterThan(150);
  expect(await at(3 * tone)).toBeLessThan(80);
  expect(await brightness(page, Math.PI / 0.9 / SECONDS, heightOf(tone))).toBeLessThan(120); // there it is silent

  await drag(2, 6, (top + bottom) / 2);
  expect(await validAnswer(page, project, item)).toMatchObject({
    segments: [{ label: "agent", start: expect.closeTo(2, 1), end: expect.closeTo(6, 1) }],
  });
  await expectAccessible(page);
});

/** The mean of red, green and blue at a share of the width and a height of the waveform. */
function brightness(page: Page, share: number, y: number): Promise<number> {
  return page.evaluate(
    ([share, y]) => {
      const canvas = document.querySelector("canvas");
      const scale = (canvas?.height ?? 0) / (canvas?.clientHeight ?? 1);
      const pixel = canvas?.getContext("2d")?.getImageData(share * canvas.width, y * scale, 1, 1).data ?? [];
      return [...pixel].slice(0, 3).reduce((sum, value) => sum + value / 3, 0);
    },
    [share, y] as const,
  );
}

test("without project labels a drawn segment asks for a label and blocks the submit", async () => {
  const page = await openEditor(givenProject({ annotation_type: "audio_segmentation" }), item);
  await page.getByText("/ 0:20.00").waitFor();
  await page.getByRole("button", { name: "Add a 1-second segment" }).click();
  await page.getByText("Choose a label for the new segment").waitFor();
  expect((await page.evaluate(() => window.answer())).missing).toContain("Choose a label");

  await page.getByLabel("Label", { exact: true }).fill("agent");
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await page.getByText("Choose a label for the new segment").waitFor({ state: "detached" });
  expect((await page.evaluate(() => window.answer())).missing).toBeNull();
});

test("a transcript is typed beside the recording; “nothing to transcribe” must be chosen", async () => {
  const words = givenProject({ annotation_type: "transcription", name: "What is said" });
  const page = await openEditor(words, item);
  expect((await page.evaluate(() => window.answer())).missing).toContain("Enter the text");
  await page.getByRole("button", { name: "Nothing to transcribe" }).click();
  expect(await validAnswer(page, words, item)).toEqual({ text: "" });

  await page.getByLabel("Transcript").fill("Good morning.");
  expect(await validAnswer(page, words, item)).toEqual({ text: "Good morning." });
});

test("a transcriber plays, skips back, slows down and inserts times without leaving the text; times are segments", async () => {
  const words = givenProject({ annotation_type: "transcription", name: "What is said" });
  const page = await openEditor(words, item);
  await untilDrawn(page);
  const { box, x } = await handOf(page);
  const sound = () =>
    page.evaluate(() => {
      const { paused, playbackRate, currentTime } = document.querySelector("audio") ?? {};
      return { paused, playbackRate, currentTime };
    });
  await page.mouse.click(x(12), box.y + WAVE);
  const text = page.getByLabel("Transcript");
  await text.fill("Well. ");
  await text.press("Control+j");
  await text.pressSequentially("good morning");
  await text.press("Control+b");
  await text.press("Control+,");
  expect(await sound()).toMatchObject({ playbackRate: 0.75, currentTime: expect.closeTo(9, 1) });
  await text.press("Control+b");
  await text.press("Control+b");
  for (let times = 0; times < 6; times += 1) await text.press("ArrowLeft");
  await text.press("Control+j");
  const near = (second: string) =>
    new RegExp(String.raw`^Well\. \n\[0:1[12]\.\d\d\] good m\n\[0:0${second}\.\d\d\] orning$`);
  expect(await validAnswer(page, words, item)).toEqual({ text: expect.stringMatching(near("[23]")) });

  await page
    .getByRole("region", { name: "Timestamps" })
    .getByRole("button", { name: /good m/ })
    .click();
  expect(await sound()).toMatchObject({ paused: true, currentTime: expect.closeTo(12, 1) });
  await page.keyboard.type("very "); // the cursor stands before its first word
  await text.press("F8");
  await expect.poll(async () => (await sound()).paused).toBe(false);
  await text.press("Control+Space");
  expect(await sound()).toMatchObject({ paused: true });
  const { currentTime: pausedAt = 0 } = await sound();
  await page.getByRole("button", { name: /^Play/ }).click(); // plays on from a second before
  await page.getByRole("button", { name: /^Pause/ }).click();
  expect((await sound()).currentTime).toBeLessThan(pausedAt);
  await page.locator("textarea:focus").waitFor(); // one types on
  const written = await text.inputValue();
  await text.press("F3");
  expect(await sound()).toMatchObject({ currentTime: expect.closeTo(3, -0.5) });
  await text.press("Shift+F3");
  expect(await sound()).toMatchObject({ currentTime: expect.closeTo(12, -0.5) });
  await text.press("Escape");
  await page.keyboard.press("Space");
  await expect.poll(async () => (await sound()).paused).toBe(false);
  await page.keyboard.press("Space");
  expect(await text.inputValue()).toBe(written);
  expect(await validAnswer(page, words, item)).toEqual({ text: expect.stringContaining("] very good m\n[") });
  await expectAccessible(page);
});

/** The recording without the last of its 20 seconds, whose header still states them. */
const cutOff = (seconds: number) => {
  const bytes = Buffer.from(item.content_url.replace(/^.*base64,/, ""), "base64");
  return `data:audio/wav;base64,${bytes.subarray(0, 44 + seconds * RATE * 2).toString("base64")}`;
};

test("a recording that is cut off says where its sound ends, and what lies behind is kept", async () => {
  const page = await openEditor(
    project,
    { ...item, content_url: cutOff(12) },
    { segments: [{ start: 15, end: 16, label: "agent" }] },
  );
  await page.getByText("The sound ends at 0:12.00, though the file says that it lasts 0:20.00").waitFor();
  await expect.poll(() => flatHalves(page), { timeout: 10_000 }).toEqual([false, false]);
  const { drag } = await handOf(page);
  await drag(10, 12, WAVE);

  const { segments } = Object(await validAnswer(page, project, item));
  expect(segments).toMatchObject([{ start: 15, end: 16 }, { start: expect.closeTo(10, 1) }]);
  await expectAccessible(page);
});

test("a recording that does not play says so, and its segments are kept and can be changed", async () => {
  const broken = {
    ...item,
    content_url: `data:audio/wav;base64,${Buffer.from("no sound").toString("base64")}`,
  };
  const page = await openExpired(project, broken, { segments: [{ start: 1, end: 2, label: "agent" }] });
  await page.getByRole("alert").getByText("call.wav does not play").waitFor();
  await page.getByText("This recording has no waveform").waitFor();
  await page.keyboard.press("]");
  await page.keyboard.press("2");

  expect(await validAnswer(page, project, item)).toEqual({
    segments: [{ start: 1, end: 2, label: "customer" }],
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").getByText("call.wav does not play").waitFor();
});

/** Opens the recording with an expired URL; the service then returns the item with a new one. */
async function openExpired(given: Guidelines, renewed = item, result: unknown = null) {
  const page = await openPage("editor.html");
  const expired = { ...item, content_url: "http://another.name:8080/v1/files/file_1/content?expires=1" };
  const person = { member_id: "mem_1" };
  await page.route("**/v1/files/**", (route) => route.fulfill({ status: 403, body: "" }));
  await page.route("**/auth/token", (route) =>
    route.fulfill({ json: { token: "t", expires_at: "2999-01-01T00:00:00Z", person } }),
  );
  await page.route("**/v1/items/*", (route) => route.fulfill({ json: renewed }));
  await showItem(page, given, expired, result);
  return page;
}

test("a recording with an expired URL is loaded from a new one", async () => {
  const transcript = await openExpired(givenProject({ annotation_type: "transcription" }));
  await transcript.waitForFunction("document.querySelector('audio')?.readyState > 0");
  const segments = await openExpired(project);
  await segments.getByText("/ 0:20.00").waitFor();
});

const long = {
  ...item,
  file: { ...file, duration: 7_200 },
  content_url: "http://another.name:8080/v1/files/file_1/content?expires=1&signature=a",
};

/** A page that gets the bytes of the recording over HTTP. */
async function openServed(): Promise<Page> {
  const page = await openPage("editor.html");
  const bytes = Buffer.from(item.content_url.replace(/^.*base64,/, ""), "base64");
  await page.route("**/v1/files/*/content?*", (route) =>
    route.fulfill({ body: bytes, contentType: "audio/wav", headers: { "accept-ranges": "bytes" } }),
  );
  return page;
}

test("a long recording that the service cannot decode, such as M4A, says so, and gets segments", async () => {
  const page = await openServed();
  const message = "call.m4a has no peaks: the service does not decode audio/mp4";
  await page.route("**/v1/files/*/peaks?*", (route) => route.fulfill({ status: 400, json: { message } }));

  await showItem(page, project, long);
  await page
    .getByText("This recording has no waveform: neither this browser nor the service can decode it")
    .waitFor();
  await page.locator("body").press("i");
  for (let times = 0; times < 3; times += 1) await page.locator("body").press("ArrowRight");
  await page.locator("body").press("o");
  await page.getByRole("button", { name: "customer" }).first().click();

  const { segments } = Object(await validAnswer(page, project, long));
  expect(segments).toMatchObject([{ start: 0, end: expect.closeTo(3, 0), label: "customer" }]);
  await expectAccessible(page);
});

test("the waveform of a long recording comes from the service, once it is computed", async () => {
  const page = await openServed();
  const statuses = [202, 200];
  const asked: string[] = [];
  const data = Array.from({ length: 200 }, (_, at) => (at < 100 ? 0 : at % 2 === 0 ? -128 : 127));
  await page.route("**/v1/files/*/peaks?*", (route) => {
    asked.push(route.request().url());
    const status = statuses.shift() ?? 500;
    const peaks = { data, length: 100, sample_rate: 100, samples_per_pixel: 7_200 };
    return route.fulfill({ status, json: peaks, headers: { "retry-after": "0" } });
  });
  await showItem(page, project, long);

  await page.getByText("/ 120:00.00").waitFor();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[0]).toContain("/v1/files/file_1/peaks?expires=1&signature=a&redirect=false");
  await expect.poll(() => flatHalves(page), { timeout: 10_000 }).toEqual([true, false]);
  await page.keyboard.press("Shift+G");
  await page.getByText("This recording has no spectrogram: neither this browser nor the service").waitFor();
});

test("a long recording has a spectrogram of up to an hour, from ranges of the samples that the service keeps", async () => {
  const page = await openServed();
  const peaks = { data: [-10, 10], length: 1, sample_rate: 1, samples_per_pixel: 7_200 };
  await page.route("**/v1/files/*/peaks?*", (route) => route.fulfill({ json: peaks }));
  const samples = Buffer.alloc(7_200 * 8_000, 0xff);
  for (let at = 0; at < samples.length / 2; at += 1) samples[at] = at % 8 < 4 ? 0x80 : 0x00; // 1 kHz in the first half
  const asked: string[] = [];
  await page.route("**/v1/files/*/sound?*", (route) => {
    const [, from = 0, to = 0] =
      /bytes=(\d+)-(\d+)/.exec(route.request().headers().range ?? "")?.map(Number) ?? [];
    asked.push(`${from / 8_000}-${(to + 1) / 8_000}`);
    return route.fulfill({
      status: 206,
      body: samples.subarray(from, to + 1),
      headers: { "content-type": "audio/basic", "content-range": `bytes ${from}-${to}/${samples.length}` },
    });
  });
  await showItem(page, project, long);
  await page.getByText("/ 120:00.00").waitFor();
  await page.keyboard.press("Shift+G");
  await page.getByText("Zoom in to an hour or less to see the spectrogram.").waitFor();
  for (let times = 0; times < 2; times += 1) await page.keyboard.press("Control++");
  await page.getByText("Zoom in to an hour or less").waitFor({ state: "detached" });

  await expect.poll(() => brightest(page), { timeout: 10_000 }).toBeGreaterThan(200);
  expect(asked).toEqual([`0-${1 / 8_000}`, "0-3230"]);
  await expectAccessible(page);
});

/** How bright the brightest pixel of the canvas is where no text stands: only a spectrogram is bright there. */
function brightest(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context || canvas.width === 0) return 0;
    const { data } = context.getImageData(
      canvas.width * 0.3,
      canvas.height * 0.4,
      canvas.width * 0.4,
      canvas.height * 0.4,
    );
    return data.reduce((most, value, at) => (at % 4 === 0 ? Math.max(most, value) : most), 0);
  });
}

/** Whether the left and the right half of the waveform are flat: a line a little above its middle, between marks of the ruler. */
function flatHalves(page: Page): Promise<boolean[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context || canvas.width === 0) return [];
    const lanes = 2 * 26;
    const [ruler, overview] = [22, 24];
    const middle = ruler + (canvas.clientHeight - ruler - overview - lanes) / 2;
    const isFlat = (from: number) => {
      const y = ((middle - 30) / canvas.clientHeight) * canvas.height;
      const { data } = context.getImageData(canvas.width * from, y, canvas.width * 0.4, 1);
      const filled = data.filter((value, at) => at % 4 === 3 && value > 0).length;
      return filled < canvas.width * 0.02; // a mark of the ruler here and there
    };
    return [isFlat(0.05), isFlat(0.55)];
  });
}
