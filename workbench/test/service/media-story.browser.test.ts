import { areaOf, decodeRle } from "@assay/domain/run-length.ts";
import { givenWav } from "@assay/server/test/upload-bodies.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { imageMouse } from "../canvas.ts";
import { pngOf } from "../image.ts";
import { startStories } from "./story.ts";

const { openFile, openItem, openText, untilStored } = await startStories();

const LABELS = { labels: [{ name: "car" }, { name: "road" }] };
const [WIDTH, HEIGHT] = [400, 300];

/** The work screen with an image, and a mouse for its pixels. */
async function openImage(settings: object) {
  const { page, batch_id } = await openFile("street.png", pngOf(WIDTH, HEIGHT), settings);
  return { page, batch_id, mouse: await imageMouse(page, WIDTH, HEIGHT) };
}

/** The work screen with a recording of ten seconds. */
async function openRecording(settings: object) {
  const { page, batch_id } = await openFile("call.wav", givenWav(10), settings);
  await page.getByText("/ 0:10.00").waitFor();
  return { page, batch_id };
}

async function submit(page: Page): Promise<void> {
  await page.keyboard.press("Control+Enter");
}

/** A number of pixels which the size of the window may shift by half a pixel. */
const near = (value: number) => expect.closeTo(value, 0);

test("a box is drawn and its attributes typed beside the comments, and the service stores both", async () => {
  const attributes = [{ name: "lanes", type: "number" }];
  const labels = [{ name: "car" }, { name: "road", attributes }];
  const { page, batch_id, mouse } = await openImage({ annotation_type: "object_detection", labels });
  const [canvas, list] = [page.locator("[data-canvas]"), page.getByRole("listbox", { name: "Objects" })];
  const [image, empty] = [await canvas.boundingBox(), page.getByText("No objects yet.")];
  const top = (await empty.boundingBox())?.y;
  await page.keyboard.press("2");
  await mouse.drag([50, 60], [150, 220]);
  const lanes = page.getByLabel("lanes");
  await lanes.waitFor();
  expect((await list.boundingBox())?.y, "what is asked of the box stands below the list").toBe(top);

  await page.getByRole("button", { name: "Comments" }).click();
  const panel = page.getByRole("complementary", { name: "Comments" });
  const comments = await panel.boundingBox();
  expect(await canvas.boundingBox(), "the image keeps its size").toEqual(image);
  expect(comments?.x).toBeGreaterThanOrEqual((image?.x ?? 0) + (image?.width ?? 0));
  const send = panel.getByRole("button", { name: "Comment", exact: true });
  const foot = await send.boundingBox();
  for (const text of ["Is it a road?", "Or a path?"]) {
    await panel.getByLabel("Your comment").fill(text);
    await page.keyboard.press("Control+Enter");
    await panel.getByRole("listitem").filter({ hasText: text }).waitFor();
    expect(await send.boundingBox(), "the form stays where it is").toEqual(foot);
  }
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(800);
  await lanes.fill("4");
  const asked = await lanes.boundingBox();
  expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(comments?.y ?? 0);
  await submit(page); // nothing has left the field before

  const bbox = { x: near(50), y: near(60), width: near(100), height: near(160) };
  await untilStored(batch_id, { result: { objects: [{ label: "road", bbox, attributes: { lanes: 4 } }] } });
});

test("an outline is drawn, and the service stores its corners", async () => {
  const { page, batch_id, mouse } = await openImage({ annotation_type: "polygon", ...LABELS });
  await page.keyboard.press("1");
  for (const [x, y] of [
    [50, 50],
    [150, 50],
    [150, 150],
  ] as const)
    await mouse.click(x, y);
  await page.keyboard.press("Enter");
  await submit(page);

  const points = [
    [near(50), near(50)],
    [near(150), near(50)],
    [near(150), near(150)],
  ];
  await untilStored(batch_id, { result: { objects: [{ label: "car", points }] } });
});

test("pixels are painted, and the service stores them as run lengths", async () => {
  const { page, batch_id, mouse } = await openImage({ annotation_type: "semantic_segmentation", ...LABELS });
  await page.keyboard.press("2");
  await mouse.drag([100, 100], [200, 100]);
  await submit(page);

  const rle = expect.toSatisfy((stored) => {
    const area = areaOf(decodeRle(stored));
    return stored.size.join() === `${HEIGHT},${WIDTH}` && area > 100 * 20 && area < 100 * 20 + 400;
  });
  await untilStored(batch_id, { result: { objects: [{ label: "road", rle }] } });
});

test("a mask is painted, erased and undone with the keyboard alone, and the service stores it", async () => {
  const { page, batch_id } = await openImage({ annotation_type: "semantic_segmentation", ...LABELS });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator("[data-canvas]").focus();
  await press("2", "ArrowRight", "Space");
  await page.getByText("Brush down. Arrows draw").first().waitFor();
  await press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Space");
  await page.getByRole("option", { name: /road/ }).waitFor();
  const size = () => page.getByRole("option", { name: /road/ }).textContent();
  const painted = await size();
  await press("e", "ArrowLeft", "Space", "Shift+ArrowRight", "Space");
  await expect.poll(size).not.toBe(painted);
  await press("Control+z");
  await expect.poll(size).toBe(painted);
  await press("Space", "Shift+ArrowDown", "Escape"); // a stroke that is taken back
  await expectSound(page, "masks by keys");
  await submit(page);

  const percent = Number(/([\d.]+) %/.exec(painted ?? "")?.[1]);
  const rle = expect.toSatisfy((stored) => {
    const area = areaOf(decodeRle(stored));
    return area > 20 * 20 && Math.abs((100 * area) / (WIDTH * HEIGHT) - percent) <= 0.05;
  });
  await untilStored(batch_id, { result: { objects: [{ label: "road", rle }] } });
});

test("on a telephone the list of keys says first what fingers do, and names no wheel and no modifier there", async () => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const settings = { annotation_type: "polygon", ...LABELS };
  const { page } = await openFile("street.png", pngOf(WIDTH, HEIGHT), settings, phone);
  await page.locator("[data-canvas] canvas").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "All actions", exact: true }).tap();
  await page.getByRole("option", { name: "Keys", exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: "Keys" });
  const fingers = dialog.locator("h3:has-text('With your fingers') + dl");
  await dialog.getByRole("heading", { name: "With your fingers" }).waitFor();
  await fingers.getByText("Long press").waitFor();
  expect(await fingers.innerText()).not.toMatch(/wheel|Alt|Shift|Ctrl|button/i);
  const places = await Promise.all(
    [fingers, dialog.getByText("Click a key in the list")].map((part) => part.boundingBox()),
  );
  expect(places[0]?.y).toBeLessThan(places[1]?.y ?? 0);
  await expectSound(page, "keys of an image on a telephone");
  await dialog.getByRole("searchbox").fill("long press");
  await dialog.getByText("Click a key in the list").waitFor();
  await fingers.getByText("Long press").waitFor();
  expect(await dialog.getByText("No action matches.").count()).toBe(0);
  await dialog.getByRole("button", { name: "Close", exact: true }).tap();
  await dialog.waitFor({ state: "detached" });
});

test("points are placed, and the service stores them by name with what is hidden", async () => {
  const { page, batch_id, mouse } = await openImage({
    annotation_type: "keypoint",
    labels: [{ name: "person" }],
    type_options: { keypoints: ["head", "hand"], skeleton: [["head", "hand"]] },
  });
  await mouse.click(200, 50);
  await page.keyboard.down("Shift");
  await mouse.click(250, 150);
  await page.keyboard.up("Shift");
  await submit(page);

  const points = { head: [near(200), near(50), 2], hand: [near(250), near(150), 1] };
  await untilStored(batch_id, { result: { objects: [{ label: "person", points }] } });
});

test.each([
  { annotation_type: "image_classification", keys: ["2"], result: { label: "road" } },
  { annotation_type: "multilabel_classification", keys: ["1", "2"], result: { labels: ["car", "road"] } },
])(
  "labels of $annotation_type are chosen by digits, and the service stores them",
  async ({ keys, result, ...type }) => {
    const { page, batch_id } = await openFile("street.png", pngOf(WIDTH, HEIGHT), { ...type, ...LABELS });
    await page.getByText("road", { exact: true }).first().waitFor();
    for (const key of keys) await page.keyboard.press(key);
    await submit(page);

    await untilStored(batch_id, { result });
  },
);

test("a segment is marked in a recording, and the service stores its seconds and words", async () => {
  const { page, batch_id } = await openRecording({ annotation_type: "audio_segmentation", ...LABELS });
  const waveform = await page.getByRole("group", { name: "Waveform" }).boundingBox();
  if (waveform === null) throw new Error("no waveform");
  await page.keyboard.press("2");
  const at = (second: number) => waveform.x + 1 + ((waveform.width - 2) * second) / 10;
  await page.mouse.move(at(2), waveform.y + 60);
  await page.mouse.down();
  await page.mouse.move(at(6), waveform.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.getByLabel("Transcript").fill("Good morning.");
  await submit(page);

  const segment = {
    label: "road",
    start: expect.closeTo(2, 1),
    end: expect.closeTo(6, 1),
    text: "Good morning.",
  };
  await untilStored(batch_id, { result: { segments: [segment] } });
  const reader = await openItem(batch_id);
  await reader.getByRole("region", { name: "Transcript" }).getByText("Good morning.").waitFor();
  expect(await reader.getByRole("region", { name: "Label and answers" }).locator("textarea").count()).toBe(0);
});

test("a recording is transcribed without a pointer, and the service stores the text", async () => {
  const settings = { annotation_type: "transcription", instructions: "Write what is said." };
  const { page, batch_id } = await openRecording(settings);
  await page.getByRole("button", { name: "I have read them" }).press("Enter");
  const focused = (name: string) =>
    page.getByLabel(name, { exact: true }).and(page.locator(":focus")).waitFor();
  await focused("Transcript");
  await page.keyboard.press("Escape");
  await page.waitForFunction("document.activeElement === document.body");
  await submit(page);
  await focused("Transcript");
  expect(await page.getByLabel("Transcript", { exact: true }).getAttribute("aria-invalid")).toBe("true");

  await page.keyboard.type("Good morning, ");
  await page.keyboard.press("Alt+c");
  await focused("Your comment");
  await page.keyboard.press("Escape");
  await page.getByLabel("Your comment").waitFor({ state: "detached" });
  await focused("Transcript");
  await page.keyboard.type("[0:03.00] everybody.");
  await page.keyboard.press("Alt+c");
  await focused("Your comment");
  await page.keyboard.type("Who speaks?");
  for (const key of ["Escape", "Alt+c", "Alt+c"]) await page.keyboard.press(key); // leaves the text, closes, opens again
  await focused("Your comment");
  expect(await page.getByLabel("Your comment").inputValue()).toBe("Who speaks?");
  await page.keyboard.press("Alt+c");
  await focused("Transcript");
  await submit(page);

  await untilStored(batch_id, { result: { text: "Good morning, [0:03.00] everybody." } });
});

test("an answer to a conversation is written, and the service stores it", async () => {
  const messages = [{ role: "user", content: "How do I boil an egg?" }];
  const { page, batch_id } = await openText({ messages }, { annotation_type: "text_generation" });
  await page.getByLabel("Your text").fill("Six minutes in boiling water.");
  await submit(page);

  await untilStored(batch_id, { result: { text: "Six minutes in boiling water." } });
});
