import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../test/given-export.ts";
import { imageName, imageStem } from "./images.ts";

const id = fc.string({ unit: fc.constantFrom(..."0aAzZ9"), minLength: 1 }).map((end) => `item_${end}`);
const filename = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("a", "_", ".", "/", "\\", " ", "é", "🐈", "\n") }),
);

test.each([
  ["street.jpg", "item_1_street.jpg"],
  ["IMG 0042 (1).JPEG", "item_1_IMG_0042_1.jpg"],
  ["../../etc/passwd", "item_1_passwd.jpg"],
  ["C:\\photos\\cat.jpg", "item_1_cat.jpg"],
  ["..", "item_1.jpg"],
  ["", "item_1.jpg"],
  ["猫.jpg", "item_1.jpg"],
  ["a..b.jpg", "item_1_a.b.jpg"],
  ["no-extension", "item_1_no-extension.jpg"],
  ["item_01JD3W8Q9V6T2R4M5N7P8X0YZC_street.jpg", "item_1_street.jpg"],
  ["item_01JD3W8Q9V6T2R4M5N7P8X0YZC_item_01JD3W8Q9V6T2R4M5N7P8X0YZD_street.jpg", "item_1_street.jpg"],
  ["item_01JD3W8Q9V6T2R4M5N7P8X0YZC_.jpg", "item_1.jpg"],
  ["item_of_the_day.jpg", "item_1_item_of_the_day.jpg"],
  [`${"x".repeat(300)}.jpg`, `item_1_${"x".repeat(100)}.jpg`],
])("the image of %j is called %s", (uploaded, name) => {
  expect(imageName(givenImage("item_1", uploaded))).toBe(name);
});

test("the extension follows the file's content type, not its uploaded name", () => {
  expect(imageName(givenImage("item_1", "scan.jpg", "image/png"))).toBe("item_1_scan.png");
  expect(imageName(givenImage("item_1", "scan.jpg", "image/x-unheard-of"))).toBe("item_1_scan.bin");
});

test("a name is safe on every system, whatever was uploaded", () => {
  fc.assert(
    fc.property(id, filename, (itemId, uploaded) => {
      const name = imageName(givenImage(itemId, uploaded));

      expect(name).toMatch(/^item_[A-Za-z0-9._-]+\.jpg$/);
      expect(name).not.toContain("..");
      expect(name.length).toBeLessThan(200);
    }),
  );
});

test("different items have different names and stems, even if they were uploaded under one name", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(id, filename), { selector: ([itemId]) => itemId }), (uploads) => {
      const stems = uploads.map(([itemId, uploaded]) => imageStem(givenImage(itemId, uploaded)));

      expect(new Set(stems).size).toBe(uploads.length);
    }),
  );
});

function givenImage(itemId: string, uploaded: string, content_type = "image/jpeg") {
  const { file } = givenItem();
  return givenItem({ id: itemId, file: { ...file, filename: uploaded, content_type } });
}
