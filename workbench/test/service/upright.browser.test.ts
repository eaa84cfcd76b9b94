import { bodyOf } from "@assay/server/test/given.ts";
import {
  givenOriented,
  nameOf,
  type OrientedFormat,
  UPRIGHT,
  uprightSides,
} from "@assay/server/test/oriented.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { givenForm } from "@assay/server/test/upload-bodies.ts";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openPage } from "../browser.ts";
import { imageMouse } from "../canvas.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request } = service;
const owner = await givenPerson(service, { role: "owner" });

const WAIT = { timeout: 10_000 };

/** Places beside the corners, of an image in pixels or of an element. */
const beside = (width: number, height: number, by: number): readonly (readonly [number, number])[] => [
  [by, by],
  [width - by, by],
  [by, height - by],
  [width - by, height - by],
];

const photos = [
  ...UPRIGHT.map(([orientation, corners]) => ["jpeg", orientation, corners] as const),
  ...(["png", "webp", "tiff"] as const).map((format) => [format, 8, "green white red blue"] as const),
];

test.each(photos)(
  "a %s of EXIF orientation %i is upright on the work screen, in the list of items and on its page",
  async (format, orientation, corners) => {
    const { width, height } = uprightSides(orientation);
    const { batch_id, item_id } = await givenItem(format, orientation);

    const page = await openPage("about:blank", { bypassCSP: true });
    await page.context().addCookies(cookiesOf(owner.cookie, origin));
    for (const path of [`/work?batch=${batch_id}`, `/items/${item_id}`]) {
      await page.goto(origin + path);
      const { place } = await imageMouse(page, width, height);
      const onCanvas = () => Promise.all(beside(width, height, 4).map(([x, y]) => place(x, y)));
      await expect.poll(async () => colorsAt(page, await onCanvas()), WAIT).toBe(corners);
    }

    await page.goto(`${origin}/items?batch=${batch_id}`);
    const image = page.locator("main img[src*='/v1/files/']").first();
    const onImage = async () => {
      const area = (await image.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const scale = Math.min(area.width / width, area.height / height); // the image fits into its area
      const [w, h] = [width * scale, height * scale];
      const [left, top] = [area.x + (area.width - w) / 2, area.y + (area.height - h) / 2];
      return beside(w, h, 4).map(([x, y]) => [left + x, top + y] as const);
    };
    await expect.poll(async () => colorsAt(page, await onImage()), WAIT).toBe(corners);
  },
);

/** A batch of one image whose EXIF has that orientation. */
async function givenItem(
  format: OrientedFormat,
  orientation: number,
): Promise<{ batch_id: string; item_id: string }> {
  const content = await givenOriented(format, orientation);
  const { body, headers } = givenForm([{ name: "file", filename: `turned.${format}`, content }]);
  const upload = bodyOf(await request("POST", "/v1/uploads", body, headers), 201);
  const settings = { annotation_type: "object_detection", labels: [{ name: "red" }] };
  const { id: project_id } = bodyOf(await request("POST", "/v1/projects", settings), 201);
  const sent = { project_id, upload_ids: [upload.id] };
  const { id: batch_id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200);
  return { batch_id, item_id: data[0].id };
}

/** The colors that the page shows at these places, in CSS pixels. */
async function colorsAt(page: Page, places: readonly (readonly [number, number])[]): Promise<string> {
  const shown = sharp(await page.screenshot())
    .removeAlpha()
    .raw();
  const { data, info } = await shown.toBuffer({ resolveWithObject: true });
  const start = ([x, y]: readonly [number, number]) => (Math.round(y) * info.width + Math.round(x)) * 3;
  return places.map((place) => nameOf(data.subarray(start(place), start(place) + 3))).join(" ");
}
