import { expect, test } from "vitest";
import { parseStorageUrl } from "./storage-url.ts";

test.each([
  ["file:./data/blobs", "./data/blobs"],
  ["file:/srv/blobs", "/srv/blobs"],
  ["file:///srv/some%20blobs", "/srv/some blobs"],
])("%s is a folder", (text, folder) => {
  expect(parseStorageUrl(text)).toEqual({ kind: "folder", folder });
});

test("a bucket has a prefix and options", () => {
  const none = { region: undefined, endpoint: undefined, pathStyle: false, lock: undefined };
  expect(parseStorageUrl("s3://a-bucket")).toMatchObject({
    kind: "s3",
    bucket: "a-bucket",
    prefix: "",
    ...none,
  });
  expect(
    parseStorageUrl("s3://b/p/q/?endpoint=http://127.0.0.1:9000/&path_style=1&object_lock=compliance:30"),
  ).toMatchObject({
    ...{ kind: "s3", bucket: "b", prefix: "p/q/", region: "us-east-1", endpoint: "http://127.0.0.1:9000" },
    ...{ pathStyle: true, lock: { mode: "COMPLIANCE", days: 30 } },
  });
});

test.each([
  ["data/blobs", "must be file:FOLDER or s3://BUCKET/PREFIX"],
  ["file:", "must name a folder"],
  ["file://host/folder", "must name a folder"],
  ["https://bucket", "must be file:FOLDER or s3://BUCKET/PREFIX"],
  ["s3://key:secret@bucket", "credentials come from AWS_ACCESS_KEY_ID"],
  ["s3://b?regoin=eu", "has no option regoin; the options are region, endpoint, "],
  ["s3://b?endpoint=localhost", "endpoint must be an address"],
  ["s3://b?path_style=yes", "path_style must be 0 or 1"],
  ["s3://b?object_lock=forever", "object_lock must be governance:DAYS or compliance:DAYS"],
])("%s is refused with a sentence", (text, sentence) => {
  expect(() => parseStorageUrl(text)).toThrow(sentence);
});
