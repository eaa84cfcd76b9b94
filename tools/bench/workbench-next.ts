import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type Figure, measured, quantile } from "./figures.ts";
import { givenProject } from "./given.ts";
import { repeat, untilReady } from "./part.ts";
import type { Service } from "./service.ts";
import { type SignedIn, withSignedIn } from "./signed-in.ts";

const PHOTOGRAPHS = join(import.meta.dirname, "../../server/sample/images");
const [WIDTH, HEIGHT] = [1_600, 1_200];
const AT_ONCE = 4;

/** What a person takes at least for an item, in ms, beside drawing a box. */
const THOUGHT_MS = 1_000;

/** From the key to the frame in which another image is drawn; what is drawn before that frame is in it. */
const SCRIPT = `
  window.times = [];
  let pressed, shown;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === "Enter") pressed = event.timeStamp;
  }, { capture: true });
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (image, ...place) {
    draw.call(this, image, ...place);
    if (!(image instanceof ImageBitmap) || image === shown) return;
    shown = image;
    const began = pressed;
    pressed = undefined;
    setTimeout(() => times.push(began === undefined ? 0 : performance.now() - began));
  };`;

/** An annotator at images, one after the other: from the key that submits to the next image, painted. */
export async function measureNext(service: Service, submits: number): Promise<Figure> {
  const project_id = await givenProject(service, {
    annotation_type: "object_detection",
    labels: [{ name: "animal" }, { name: "thing" }],
    quality_policy: { overlap: 1 },
  });
  const upload_ids = await givenPhotographs(service, submits + 10);
  const { id } = await service.call("POST", "/v1/batches", { project_id, upload_ids });
  const took = await withSignedIn(service, { role: "annotator", script: SCRIPT }, async (signedIn) => {
    await signedIn.open(`/work?batch=${id}`);
    await signedIn.page.getByRole("button", { name: "I have read them" }).click();
    for (let done = 1; done <= submits; done += 1) {
      await signedIn.times(done);
      await answer(signedIn);
    }
    return (await signedIn.times(submits + 1)).slice(1);
  });
  const p95 = measured([quantile(took, 0.95)]);
  const work = `from the submit of an image to the next, painted, ${submits} images`;
  const details = { median_ms: quantile(took, 0.5), worst_ms: Math.max(...took) };
  return {
    ...{ work, unit: "ms (p95)", measured: p95, details },
    ceiling: undefined,
    target: { atMost: 50 },
  };
}

/** Draws one box with the mouse, and submits by the key. */
async function answer({ page }: SignedIn): Promise<void> {
  const canvas = await page.locator("[data-canvas]").boundingBox();
  if (canvas === null) throw new Error("the canvas is not shown");
  const [x, y] = [canvas.x + canvas.width / 3, canvas.y + canvas.height / 3];
  await page.keyboard.press("1");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 150, { steps: 10 });
  await page.mouse.up();
  await page.waitForTimeout(THOUGHT_MS);
  await page.keyboard.press("Control+Enter");
}

/** Uploads of photographs as JPEG, each another: those of the sample, enlarged, the second time mirrored. */
async function givenPhotographs(service: Service, count: number): Promise<string[]> {
  const names = (await readdir(PHOTOGRAPHS)).sort();
  const uploads = await repeat(Math.ceil(count / AT_ONCE), async (upload) => {
    const files = await repeat(AT_ONCE, async (place) => {
      const index = upload * AT_ONCE + place;
      const original = sharp(join(PHOTOGRAPHS, names[index % names.length] ?? ""));
      const enlarged = original.flop(index >= names.length).resize(WIDTH, HEIGHT, { fit: "cover" });
      const bytes = await enlarged.jpeg({ quality: 90 }).toBuffer();
      return { filename: `photograph-${index}.jpg`, content_base64: bytes.toString("base64") };
    });
    return service.call("POST", "/v1/uploads", { files });
  });
  for (const { id } of uploads) await untilReady(service, `/v1/uploads/${id}`);
  return uploads.map(({ id }) => id);
}
