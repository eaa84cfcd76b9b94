import sharp from "sharp";
import { expect, test } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import {
  givenOriented,
  type OrientedFormat,
  seenAsStored,
  UPRIGHT,
  uprightSides,
} from "../../../test/oriented.ts";
import { startService } from "../../../test/service.ts";
import { unzip } from "../../../test/unzip.ts";
import { givenForm } from "../../../test/upload-bodies.ts";

const service = await startService();
const { request, runJobs } = service;

/** A batch with an image of each orientation, named by it. */
async function givenPhotos(format: OrientedFormat): Promise<string> {
  const parts = await Promise.all(
    UPRIGHT.map(async ([orientation]) => ({
      name: "file",
      filename: `${orientation}.${format}`,
      content: await givenOriented(format, orientation),
    })),
  );
  const { body, headers } = givenForm(parts);
  const upload = bodyOf(await request("POST", "/v1/uploads", body, headers), 201);
  const project = bodyOf(
    await request("POST", "/v1/projects", {
      name: "Photos",
      annotation_type: "object_detection",
      labels: [{ name: "red" }],
    }),
    201,
  );
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  return bodyOf(await request("POST", "/v1/batches", sent), 201).id;
}

async function filesOf(batch_id: string, format: string): Promise<Map<string, Buffer>> {
  const { id } = bodyOf(
    await request("POST", "/v1/exports", { batch_id, format, media: true, include: "all_answers" }),
    202,
  );
  await runJobs();
  return unzip((await request("GET", `/v1/exports/${id}/download`)).bytes);
}

test.each(["jpeg", "png", "webp", "tiff"] as const)(
  "readers that know no EXIF see each %s of a bundle upright, with the sides that the labels name",
  async (format) => {
    const files = await filesOf(await givenPhotos(format), "coco");

    const { images } = JSON.parse(String(files.get("dataset.coco.json")));
    expect(images).toHaveLength(8);
    for (const [orientation, corners] of UPRIGHT) {
      const image = images.find(({ file_name }: { file_name: string }) =>
        file_name.includes(`_${orientation}.`),
      );
      const bytes = files.get(`images/${image.file_name}`) ?? Buffer.alloc(0);
      const sides = uprightSides(orientation);
      expect(image, String(orientation)).toMatchObject(sides);
      expect(await seenAsStored(bytes), String(orientation)).toEqual({ ...sides, corners });
      const { orientation: left = 1, mediaType } = await sharp(bytes).metadata();
      expect({ left, mediaType }).toEqual({ left: 1, mediaType: `image/${format}` });
    }
  },
);

test("an image that is upright already is in the bundle as it was uploaded", async () => {
  const files = await filesOf(await givenPhotos("jpeg"), "cvat_xml");

  const [name] = [...files.keys()].filter((path) => path.endsWith("_1.jpg"));
  expect(files.get(name ?? "")).toEqual(await givenOriented("jpeg", 1));
});
