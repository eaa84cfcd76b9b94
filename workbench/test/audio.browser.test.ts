import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Guidelines } from "../src/editors/editor.ts";
import { openPage } from "./browser.ts";
import { expectAccessible, openEditor, validAnswer } from "./editor.ts";
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

/** Opens the recording and waits until it can be played. */
async function openRecording() {
  const page = await openEditor(project, item);
  await page.getByText("/ 0:20.00").waitFor();
  await page.locator("canvas").first().waitFor();
  return page;
}

test("segments are drawn over the waveform with the mouse, moved and deleted", async () => {
  const page = await openRecording();
  const box = await page.getByRole("group", { name: "Waveform" }).boundingBox();
  if (box === null) throw new Error("no waveform");
  const at = (second: number) => box.x + (box.width * second) / SECONDS;
  const drag = async (from: number, to: number) => {
    await page.mouse.move(at(from), box.y + 60);
    await page.mouse.down();
    await page.mouse.move(at((from + to) / 2), box.y + 60, { steps: 4 });
    await page.mouse.move(at(to), box.y + 60, { steps: 4 });
    await page.mouse.up();
  };

  await drag(2, 6);
  await page.getByRole("button", { name: "customer" }).first().click();
  await drag(10, 14);
  await page.locator('[part~="region"]', { hasText: "customer" }).nth(1).waitFor(); // otherwise the next press draws too
  await drag(12, 13);
  await page.getByLabel("Transcript").fill("Good morning. ");

  const { segments } = Object(await validAnswer(page, project, item));
  expect(segments).toMatchObject([
    { label: "customer", start: expect.closeTo(2, 0), end: expect.closeTo(6, 0) },
    { label: "customer", start: expect.closeTo(11, 0), end: expect.closeTo(15, 0), text: "Good morning. " },
  ]);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Delete customer 0:0/ }).click();
  expect(await validAnswer(page, project, item)).toMatchObject({ segments: { length: 1 } });
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

  await press("2", "Shift+ArrowRight", "i", "Shift+ArrowRight", "o", "[");
  await page.getByLabel("Start in seconds").focus();
  await press("Control+a");
  await page.keyboard.type("2.5");
  await press("Tab");
  const both = {
    segments: [
      { start: 2.5, end: 6, label: "customer" },
      { start: 11, end: 16, label: "customer" },
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

  await expect
    .poll(() => page.getByText("/ 0:20.00").textContent(), { timeout: 8_000 })
    .toMatch(/^0:03\.[345]/);
});

test("without project labels a drawn segment asks for a label and blocks the submit", async () => {
  const page = await openEditor(givenProject({ annotation_type: "audio_segmentation" }), item);
  await page.getByText("/ 0:20.00").waitFor();
  await page.getByRole("button", { name: "Add a segment here" }).click();
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
  await page.keyboard.press("Control+Space");
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused)).toBe(false);
  await expectAccessible(page);
});

/** Opens the recording with an expired URL; the service then returns the item with a new one. */
async function openExpired(given: Guidelines) {
  const page = await openPage("editor.html");
  const expired = { ...item, content_url: "http://another.name:8080/v1/files/file_1/content?expires=1" };
  const person = { member_id: "mem_1" };
  await page.route("**/v1/files/**", (route) => route.fulfill({ status: 403, body: "" }));
  await page.route("**/auth/token", (route) =>
    route.fulfill({ json: { token: "t", expires_at: "2999-01-01T00:00:00Z", person } }),
  );
  await page.route("**/v1/items/*", (route) => route.fulfill({ json: item }));
  await page.evaluate(([project, shown]) => window.show(project, shown, null), [given, expired] as const);
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

  await page.evaluate(([given, shown]) => window.show(given, shown, null), [project, long] as const);
  await page.getByText("This recording has no waveform: the service cannot decode it").waitFor();
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
    return route.fulfill({ status, json: { data }, headers: { "retry-after": "0" } });
  });
  await page.evaluate(([given, shown]) => window.show(given, shown, null), [project, long] as const);

  await page.getByText("/ 120:00.00").waitFor();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[0]).toContain("/v1/files/file_1/peaks?expires=1&signature=a&redirect=false");
  await expect.poll(() => flatHalves(page), { timeout: 10_000 }).toEqual([true, false]);
});

/** Whether the left and the right half of the waveform are flat. */
function flatHalves(page: Page): Promise<boolean[]> {
  return page.evaluate(() => {
    const player = [...document.querySelectorAll("*")].find(({ shadowRoot }) => shadowRoot !== null);
    const canvas = player?.shadowRoot?.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return [];
    const isFlat = (from: number) => {
      const { data } = context.getImageData(canvas.width * from, canvas.height * 0.2, canvas.width * 0.4, 1);
      return data.every((value) => value === 0);
    };
    return [isFlat(0.05), isFlat(0.55)];
  });
}
