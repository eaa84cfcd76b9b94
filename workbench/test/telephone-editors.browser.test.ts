import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Guidelines, Item } from "../src/editors/editor.ts";
import { openPage } from "./browser.ts";
import { imageMouse, touch } from "./canvas.ts";
import { expectAccessible, showItem, validAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const PHONE: BrowserContextOptions = {
  ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
};
const labels = ["car", "road"];
const image = givenImage(400, 300);
const text = givenItem({ text: "Ada met Bo" });
const recording = givenItem({
  file: { ...image.file, content_type: "audio/wav", filename: "call.wav", duration: 2 },
});
const conversation = givenItem({
  conversation: {
    messages: [{ role: "user", content: "How do I boil an egg?" }],
    responses: Array.from({ length: 6 }, (_, place) => ({
      ...{ id: `r${place}`, text: "Six minutes in boiling water. ".repeat(20), model: "m" },
    })),
  },
});
const bbox = { x: 10, y: 10, width: 20, height: 20 };

async function open(
  annotation_type: string,
  item: Item,
  result: unknown = null,
  settings: Partial<Guidelines> = {},
): Promise<Page & { readonly project: Guidelines }> {
  const page = await openPage("editor.html", PHONE);
  const project = { ...givenProject({ annotation_type, labels }), ...settings };
  await showItem(page, project, item, result);
  return Object.assign(page, { project });
}

/** Runs in the page: the controls that are too small for a finger. */
const SMALL = `[...document.querySelectorAll("button, a, input, select, textarea, summary")]
  .map((control) => control.closest("label") ?? control)
  .filter((control) => {
    const { width, height } = control.getBoundingClientRect();
    return width > 1 && height > 1 && Math.round(Math.min(width, height)) < 44;
  })
  .map((control) => control.outerHTML.slice(0, 120))`;

/** Runs in the page: the controls that are not within the width of the screen, and what scrolls sideways. */
const BESIDE = `[...document.querySelectorAll("main *")]
  .filter((part) => part.matches("button, input, li") && part.getBoundingClientRect().right > innerWidth
    || /auto|scroll/.test(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth)
  .map((part) => part.outerHTML.slice(0, 120))`;

const points = { head: [20, 20, 2], left_hand: [60, 60, 1] };

test.each([
  ["object_detection", image, { objects: [{ label: "car", bbox }] }, {}],
  ["semantic_segmentation", image, null, {}],
  [
    "keypoint",
    image,
    { objects: [{ label: "car", points }] },
    { type_options: { keypoints: Object.keys(points) } },
  ],
  ["audio_segmentation", recording, null, {}],
  ["transcription", recording, null, {}],
  ["ranking", conversation, null, {}],
] as const)(
  "each control of %s is as large as a finger, and within the screen",
  async (type, item, result, settings) => {
    const fields: Guidelines["fields"] = [{ name: "sure", type: "choice", options: ["yes", "no"] }];
    const page = await open(type, item, result, { ...(settings as Partial<Guidelines>), fields });
    await page.locator("main button").first().waitFor();
    expect(await page.getByRole("radiogroup", { name: "sure" }).count(), "the question is asked once").toBe(
      1,
    );
    const object = page.getByRole("option", { name: /car/ });
    if (item === image) {
      const [stage, drawn] = [await page.locator("[data-canvas]").boundingBox(), 4 / 3];
      expect(stage?.height, "no higher than the image and its margin").toBeCloseTo(
        ((stage?.width ?? 0) - 32) / drawn + 32,
        -1,
      );
    }
    if (result !== null) await object.tap();
    const more = page.getByRole("button", { name: "More", exact: true });
    if (item === recording) await more.tap();
    expect(await page.evaluate(SMALL)).toEqual([]);
    expect(await page.evaluate(BESIDE)).toEqual([]);
    await expectAccessible(page);
  },
);

test("the wand and the look of the image have controls as large as a finger", async () => {
  const page = await open("semantic_segmentation", image);
  await page.getByRole("button", { name: "car" }).tap();
  await page.getByRole("button", { name: "Magic wand" }).tap();
  await page.getByRole("slider", { name: "Tolerance", exact: true }).waitFor();
  expect(await page.evaluate(SMALL)).toEqual([]);
  await page.getByRole("button", { name: "Display settings" }).tap();
  await page.getByRole("slider", { name: "Brightness" }).waitFor();
  expect(await page.evaluate(SMALL)).toEqual([]);
});

test("a shape that waits for its label shows all labels once, and a tool says what comes first", async () => {
  const many = [...labels, ...Array.from({ length: 15 }, (_, place) => `kind ${place}`)];
  const three = Array.from({ length: 3 }, () => ({ label: "road", bbox }));
  const page = await open(
    "object_detection",
    image,
    { objects: three },
    givenProject({
      ...{ labels: many, annotation_type: "object_detection" },
      fields: [{ name: "whole", type: "choice", options: ["yes", "no"], per: "object" }],
    }),
  );
  const list = await page.getByRole("listbox", { name: "Objects" }).boundingBox();
  expect(list?.height, "the list is as high as its rows").toBeGreaterThanOrEqual(3 * 44);
  const mouse = await imageMouse(page, 400, 300);
  await touch(
    page,
    [await mouse.place(100, 100)],
    [await mouse.place(150, 150)],
    [await mouse.place(200, 200)],
  );
  const picker = page.getByRole("region", { name: "Choose a label" });
  await picker.waitFor();
  expect(await page.getByRole("button", { name: "car", exact: true }).count()).toBe(1);
  const last = await page.getByRole("button", { name: "kind 14" }).boundingBox();
  const discard = await picker.getByRole("button", { name: "Discard" }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 999), "no label is cut").toBeLessThan(discard?.y ?? 0);
  const asked = page.locator("p:not([role])").getByText("Choose a label for the new box, or discard it.");
  await page.getByRole("button", { name: "Select", exact: true }).tap();
  await asked.waitFor();
  await picker.getByRole("button", { name: "Discard" }).tap();
  await asked.waitFor({ state: "detached" });
  await touch(
    page,
    [await mouse.place(100, 100)],
    [await mouse.place(150, 150)],
    [await mouse.place(200, 200)],
  );
  await touch(page, [await mouse.place(300, 200)]);
  await asked.waitFor();
  await picker.getByRole("button", { name: "car", exact: true }).tap();
  await asked.waitFor({ state: "detached" });
  const question = await page.getByRole("radiogroup", { name: "whole" }).boundingBox();
  const first = await page.getByRole("button", { name: "car", exact: true }).boundingBox();
  expect((question?.y ?? 999) + (question?.height ?? 0), "the question is below the image").toBeLessThan(
    first?.y ?? 0,
  );
  expect(await validAnswer(page, page.project, image)).toMatchObject({
    objects: [...three, { label: "car" }],
  });
});

test("a long press opens the menu of the object under the finger, and a drag does not", async () => {
  const page = await open("object_detection", image, {
    objects: [{ label: "car", bbox: { ...bbox, width: 200, height: 200 } }],
  });
  const mouse = await imageMouse(page, 400, 300);
  const devtools = await page.context().newCDPSession(page);
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    ...places: readonly (readonly [number, number])[]
  ) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
  const menu = page.getByRole("menu");
  await page.getByRole("button", { name: "Select", exact: true }).tap();
  await send("touchStart", await mouse.place(100, 100));
  await menu.waitFor();
  await send("touchEnd");
  await menu.getByRole("menuitem", { name: "road" }).tap();
  await menu.waitFor({ state: "detached" });

  await page.clock.install();
  await send("touchStart", await mouse.place(100, 100));
  await send("touchMove", await mouse.place(120, 120));
  await page.clock.runFor(5_000);
  await send("touchEnd");
  expect(await menu.count()).toBe(0);
  expect(await validAnswer(page, page.project, image)).toMatchObject({
    objects: [{ label: "road", bbox: { x: 30, y: 30 } }],
  });
});

test("a short text has no scroll area of its own, and keypoints name the next point once", async () => {
  const spans = await open("named_entity_recognition", text);
  await spans.locator(".cm-line").first().waitFor();
  const room = "document.querySelector('.cm-scroller')";
  expect(await spans.evaluate(`${room}.scrollHeight - ${room}.clientHeight`)).toBe(0);
  expect((await spans.locator(".cm-scroller").boundingBox())?.height).toBeLessThan(120);

  const keypoints = await open("keypoint", image, null, { type_options: { keypoints: Object.keys(points) } });
  const named = keypoints.getByText("Point 1 of 2");
  await named.nth(1).waitFor({ state: "attached" }); // one of them is for screen readers
  const widths = await named.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth > 20));
  expect(widths.toSorted()).toEqual([false, true]);
});

test("each touched word gets its own label, and does not extend the span before", async () => {
  const page = await open("named_entity_recognition", text);
  const tap = async (from: number) => {
    const { x, y } = await page.locator(".cm-line").evaluate((line, at) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      let left = at;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const isOfTag = node.parentElement?.closest("[class*=tag]") !== null;
        const { length } = node.textContent ?? "";
        if (!isOfTag && left < length) {
          range.setStart(node, left);
          range.setEnd(node, left + 1);
          break;
        }
        if (!isOfTag) left -= length;
      }
      const box = range.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, from);
    await page.touchscreen.tap(x, y);
  };
  await tap(1);
  await page.getByRole("button", { name: /^car/ }).tap();
  await page.getByRole("button", { name: /^Ada/ }).waitFor();
  await tap(9);
  await page.getByRole("button", { name: /^road/ }).tap();
  await page.getByRole("button", { name: /^Bo/ }).waitFor();
  expect(await validAnswer(page, page.project, text)).toEqual({
    spans: [
      { start: 0, end: 3, label: "car" },
      { start: 8, end: 10, label: "road" },
    ],
  });
});
