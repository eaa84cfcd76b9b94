import sharp from "sharp";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { givenImage, sendRaw } from "../../../test/upload-bodies.ts";

const { request } = await startService();
const jpeg = await givenImage("jpeg", 40, 20);

test.each(["jpeg", "png", "webp", "gif", "tiff", "avif"] as const)(
  "a %s is accepted with its size",
  async (format) => {
    const { body } = await sendRaw(request, "image", await givenImage(format, 31, 17));

    const file = await request("GET", `/v1/files/${body.files[0].id}`);
    expect(file.body).toMatchObject({ width: 31, height: 17, content_type: `image/${format}` });
  },
);

test("the size of a photo is that of the upright image", async () => {
  const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { body } = await sendRaw(request, "turned.jpg", turned);

  const file = await request("GET", `/v1/files/${body.files[0].id}`);
  expect(file.body).toMatchObject({ width: 20, height: 40 });
});
