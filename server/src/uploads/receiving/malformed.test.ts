import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { givenForm, givenImage, sendRaw, traces } from "../../../test/upload-bodies.ts";

const service = await startService();
const { request } = service;

const [jpeg, png, webp, gif, tiff] = await Promise.all(
  (["jpeg", "png", "webp", "gif", "tiff"] as const).map((format) => givenImage(format, 200, 200)),
);
const cut = (image: Buffer | undefined): Buffer => image?.subarray(0, image.length * 0.6) ?? Buffer.alloc(0);
/** The same PNG with a header that claims 100,000 by 100,000. */
function widened(image: Buffer | undefined): Buffer {
  const copy = Buffer.from(image ?? "");
  copy.writeUInt32BE(100_000, 16);
  copy.writeUInt32BE(100_000, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}
const json = (body: unknown) => () => request("POST", "/v1/uploads", body);
const inline = (filename: string, text: string) => json({ files: [{ filename, text }] });
const raw = (filename: string, content: string | Buffer, headers?: Record<string, string>) => () =>
  sendRaw(request, filename, content, headers);
const form = (...parts: Parameters<typeof givenForm>[0]) => {
  const { body, headers } = givenForm(parts);
  return () => request("POST", "/v1/uploads", body, headers);
};
const file = { name: "file", filename: "a.txt", content: "good" };
const aForm = givenForm([file]);
const url = (text: string) => json({ url: text });

const CASES: readonly (readonly [string, () => ReturnType<typeof request>, number, RegExp])[] = [
  ["no body", () => request("POST", "/v1/uploads"), 400, /no body/],
  [
    "an empty JSON body",
    () => request("POST", "/v1/uploads", "", { "content-type": "application/json" }),
    400,
    /body/,
  ],
  [
    "JSON that is cut off",
    () => request("POST", "/v1/uploads", '{"files":[', { "content-type": "application/json" }),
    400,
    /JSON/,
  ],
  ["JSON that is no object", json([]), 400, /object/],
  ["an unknown field", json({ file: "x" }), 400, /Unknown field: file/],
  ["no source", json({}), 400, /exactly one of files, url, urls and size_bytes/],
  [
    "two sources",
    json({ url: "https://a.test/a", files: [{ filename: "a", text: "b" }] }),
    400,
    /exactly one/,
  ],
  ["no files", json({ files: [] }), 400, /files/],
  ["a file without a name", json({ files: [{ text: "a" }] }), 400, /filename/],
  ["a file without content", json({ files: [{ filename: "a.txt" }] }), 400, /a\.txt: exactly one of text/],
  [
    "a file with two contents",
    json({ files: [{ filename: "a", text: "b", content_base64: "Yg==" }] }),
    400,
    /exactly one/,
  ],
  ["bad base64", json({ files: [{ filename: "a", content_base64: "Yg=" }] }), 400, /a: content_base64/],
  ["base64 with other signs", json({ files: [{ filename: "a", content_base64: "Y%Q=" }] }), 400, /base64/],
  ["a number for text", json({ files: [{ filename: "a", text: 1 }] }), 400, /text/],
  ["NUL in JSON text", inline("a.txt", "a\0b"), 400, /NUL/],
  [
    "half a surrogate pair",
    () =>
      request("POST", "/v1/uploads", '{"files":[{"filename":"a","text":"\\ud800"}]}', {
        "content-type": "application/json",
      }),
    400,
    /surrogate/,
  ],
  ["NUL in a name", json({ files: [{ filename: "a\0.txt", text: "a" }] }), 400, /NUL/],
  ["a control character in a name", inline("a\u0007.txt", "a"), 400, /control character/],
  ["a name that climbs", inline("../../etc/passwd", "a"), 400, /relative path/],
  ["an absolute name", inline("/etc/passwd", "a"), 400, /relative path/],
  ["a name with a drive", inline("C:\\a.txt", "a"), 400, /relative path/],
  ["a long name", inline("ä".repeat(128), "a"), 400, /255 bytes/],
  [
    "a good file before a bad one",
    json({
      files: [
        { filename: "a", text: "good" },
        { filename: "b.png", text: "bad" },
      ],
    }),
    400,
    /b\.png/,
  ],
  [
    "a wrong digest of an inline file",
    json({ files: [{ filename: "a", text: "b", sha256: "0".repeat(64) }] }),
    422,
    /a was received with/,
  ],
  [
    "more than 1,000 inline files",
    json({ files: Array.from({ length: 1001 }, () => ({ filename: "a", text: "b" })) }),
    400,
    /files/,
  ],
  ["more than 10 MiB inline", inline("a.csv", "x".repeat(10 * 2 ** 20 + 1)), 413, /10 MiB/],
  ["metadata that is no text", json({ url: "https://a.test/", metadata: { a: 1 } }), 400, /metadata/],
  [
    "metadata of 51 keys",
    json({
      url: "https://a.test/",
      metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, ""])),
    }),
    400,
    /metadata/,
  ],
  [
    "a project of nobody",
    json({ files: [{ filename: "a", text: "b" }], project_id: "proj_none" }),
    404,
    /proj_none/,
  ],
  ["more than 100 URLs", json({ urls: Array.from({ length: 101 }, () => "https://a.test/") }), 400, /urls/],
  ["a URL that is none", url("not a url"), 400, /url/],
  ["a URL of another protocol", url("file:///etc/passwd"), 400, /url/],
  ["a long URL", url(`https://a.test/${"a".repeat(2048)}`), 400, /url/],
  ["a URL of a private network", url("http://169.254.169.254/latest"), 400, /url/],
  [
    "a digest beside several URLs",
    json({ urls: ["https://a.test/"], sha256: "0".repeat(64) }),
    400,
    /sha256/,
  ],
  [
    "a web form",
    raw("a", "url=x", { "content-type": "application/x-www-form-urlencoded" }),
    415,
    /multipart/,
  ],
  [
    "another kind of JSON",
    raw("a", "{}", { "content-type": "application/geo+json" }),
    415,
    /application\/json/,
  ],
  ["an empty file", raw("a.txt", Buffer.alloc(0)), 400, /a\.txt is empty/],
  ["bytes that are no text", raw("a.txt", Buffer.from([0xff, 0xfe, 0x41])), 400, /a\.txt is neither/],
  ["NUL in a text file", raw("a.txt", "a\0b"), 400, /without NUL/],
  [
    "a text of a million and one characters",
    raw("a.txt", "ä".repeat(1_000_001)),
    400,
    /longer than 1000000 characters/,
  ],
  ["a text of too many bytes", raw("a.txt", "x".repeat(4_000_004)), 400, /million/],
  ["a cut off JPEG", raw("a.jpg", cut(jpeg)), 400, /a\.jpg is an image that cannot be decoded/],
  ["a cut off PNG", raw("a.png", cut(png)), 400, /cannot be decoded/],
  ["a cut off WebP", raw("a.webp", cut(webp)), 400, /cannot be decoded/],
  ["a cut off GIF", raw("a.gif", cut(gif)), 400, /cannot be decoded/],
  ["a cut off TIFF", raw("a.tiff", cut(tiff)), 400, /cannot be decoded/],
  ["a BMP", raw("a.bmp", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)])), 400, /neither an image that/],
  ["an image of more than 100 megapixels", raw("a.png", widened(png)), 400, /100 megapixels/],
  ["text called an image", raw("a.png", "not an image"), 400, /a\.png is not of a kind/],
  ["an SVG", raw("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, /not of a kind/],
  ["an SVG called a text", raw("a.txt", '<?xml version="1.0"?><!-- x --><svg/>'), 400, /not of a kind/],
  ["a PDF", raw("a.pdf", "%PDF-1.7\n"), 400, /not of a kind/],
  [
    "a wrong Content-Digest",
    raw("a.txt", "b", { "content-digest": `sha-256=:${Buffer.alloc(32).toString("base64")}:` }),
    422,
    /a\.txt was received/,
  ],
  [
    "a broken Content-Digest",
    raw("a.txt", "b", { "content-digest": "sha-256=:abc:" }),
    400,
    /Content-Digest/,
  ],
  [
    "a broken name in a header",
    raw("", "b", { "content-disposition": "attachment; filename*=UTF-8''%ff" }),
    400,
    /filename/,
  ],
  [
    "a bad line",
    raw("a.jsonl", '{"text":"a"}\n{"text":1}\n'),
    400,
    /a\.jsonl: line 2: text must be a string/,
  ],
  [
    "a bad line after a good file",
    json({
      files: [
        { filename: "a", text: "good" },
        { filename: "b.jsonl", text: "{" },
      ],
    }),
    400,
    /b\.jsonl: line 1: the line is not valid JSON/,
  ],
  [
    "an id that occurs twice",
    raw("a.jsonl", '{"text":"a","external_id":"1"}\n{"text":"b","external_id":"1"}'),
    400,
    /line 2: external_id "1"/,
  ],
  ["a list without items", raw("a.jsonl", "\n\n"), 400, /contains no items/],
  ["a CSV that is not closed", raw("a.csv", 'text\n"a\n'), 400, /a\.csv: line 2: a quoted cell/],
  [
    "a form without a boundary",
    () => request("POST", "/v1/uploads", aForm.body, { "content-type": "multipart/form-data" }),
    400,
    /body/,
  ],
  [
    "a form with another boundary",
    () =>
      request("POST", "/v1/uploads", aForm.body, { "content-type": "multipart/form-data; boundary=other" }),
    400,
    /body/,
  ],
  [
    "a form that is cut off in a file",
    () => request("POST", "/v1/uploads", aForm.body.subarray(0, 85), aForm.headers),
    400,
    /body/,
  ],
  [
    "a form that is cut off after a file",
    () => request("POST", "/v1/uploads", aForm.body.subarray(0, aForm.body.length - 6), aForm.headers),
    400,
    /body/,
  ],
  ["an empty form", form(), 400, /no part named file/],
  ["a form with metadata alone", form({ name: "metadata", content: "{}" }), 400, /no part named file/],
  ["a form with an unknown field", form(file, { name: "color", content: "red" }), 400, /no part "color"/],
  ["a form with a file of another name", form({ ...file, name: "upload" }), 400, /no part "upload"/],
  [
    "a field that would change a prototype",
    form(file, { name: "__proto__", content: "{}" }),
    400,
    /body|part/,
  ],
  [
    "a field that occurs twice",
    form(file, { name: "metadata", content: "{}" }, { name: "metadata", content: "{}" }),
    400,
    /twice/,
  ],
  ["form metadata that is no JSON", form(file, { name: "metadata", content: "{" }), 400, /metadata/],
  ["form metadata of another shape", form(file, { name: "metadata", content: '{"a":[]}' }), 400, /metadata/],
  ["NUL in form metadata", form(file, { name: "metadata", content: '{"a":"\\u0000"}' }), 400, /metadata/],
  ["NUL in a form's project", form(file, { name: "project_id", content: "proj_\0" }), 400, /NUL/],
  ["a long form field", form(file, { name: "metadata", content: "x".repeat(100_001) }), 400, /100000 bytes/],
  [
    "a control character in a form's file name",
    form({ ...file, filename: "a\u0001b" }),
    400,
    /control character/,
  ],
  ["a form with 1,001 files", form(...Array.from({ length: 1001 }, () => file)), 400, /1000 files/],
];

test.each(CASES)("%s is refused by name and leaves nothing behind", async (_name, send, status, message) => {
  const before = await traces(service);

  const response = await send();

  expect(response).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  expect(await traces(service)).toEqual(before);
});
