import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bodyOf, claim, givenProject } from "../../../test/given.ts";
import { importAnswers } from "../../../test/import-answers.ts";
import { startService } from "../../../test/service.ts";
import { givenWav, sendRaw } from "../../../test/upload-bodies.ts";

const service = await startService();
const { request } = service;

/** Tones of one second made by FFmpeg, and a film of three frames. */
function sample(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "../../../test/audio", name));
}

const WAV = givenWav(1.5);

test.each([
  ["audio/wav", WAV, 1.5],
  ["audio/mpeg", sample("tone.mp3"), 1.08], // with LAME's padding
  ["audio/mpeg", sample("tone.mp3").subarray(45), 1.08], // without its tag, from its first frame on
  ["audio/flac", sample("tone.flac"), 1],
  ["audio/ogg", sample("tone.ogg"), 1.007],
  ["audio/mp4", sample("tone.m4a"), 1.064],
])("%s is known by its bytes and taken with its seconds", async (content_type, bytes, duration) => {
  const { status, body } = await sendRaw(request, "recording", bytes);
  expect(status).toBe(201);

  const file = bodyOf(await request("GET", `/v1/files/${body.files[0].id}`), 200);
  expect(file).toMatchObject({ content_type, duration, width: null, height: null });
});

test.each([
  ["an MP4 with a film", sample("film.mp4"), /a\.mp3 is a video/],
  [
    "an M4A that is cut off",
    sample("tone.m4a").subarray(0, 2_000),
    /a\.mp3 is a recording that cannot be read/,
  ],
  ["an OGG that is cut off", sample("tone.ogg").subarray(0, 600), /cannot be read/],
  ["a WAV without sound", WAV.subarray(0, 44), /cannot be read/],
  ["the tag of an MP3 alone", sample("tone.mp3").subarray(0, 45), /cannot be read/],
  ["noise after the first bytes of a FLAC", Buffer.from("fLaC".padEnd(2_000, "x")), /cannot be read/],
  ["noise after the first bytes of an MP3", Buffer.alloc(5_000, "\xff\xfb", "latin1"), /cannot be read/],
  ["more than four hours", givenWav(14_401, 1), /a\.mp3 is longer than four hours/],
  ["text called an MP3", Buffer.from("la la la"), /a\.mp3 is not of a kind that can be annotated/],
])("%s is refused by its name", async (_, bytes, message) => {
  const { status, body } = await sendRaw(request, "a.mp3", bytes);
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
});

test("a text that begins like an MP3 tag is a text", async () => {
  const { body } = await sendRaw(request, "a.txt", "ID3 tags stand before the sound");
  expect(body.files[0].content_type).toBe("text/plain");
});

test("a recording is an item of a transcription, with its duration, and its bytes can be read in ranges", async () => {
  const upload = bodyOf(await sendRaw(request, "call.wav", WAV), 201);
  const project = await givenProject(service, { annotation_type: "transcription", labels: [] });
  bodyOf(await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] }), 201);

  const { item } = await claim(service, "ann", { project_id: project.id });
  expect(item.file).toMatchObject({ filename: "call.wav", content_type: "audio/wav", duration: 1.5 });
  const { pathname, search } = new URL(item.content_url);
  const part = await request("GET", pathname + search, undefined, { range: "bytes=0-3", authorization: "" });
  expect(part).toMatchObject({ status: 206, headers: { "content-type": "audio/wav" } });
  expect(part.bytes.toString()).toBe("RIFF");
});

test("a segment must lie within its recording, whether submitted or imported", async () => {
  const upload = bodyOf(await sendRaw(request, "call.wav", WAV), 201);
  const project = await givenProject(service, { annotation_type: "diarization" });
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  const batch = bodyOf(await request("POST", "/v1/batches", sent), 201);
  const task = await claim(service, "ann", { batch_id: batch.id });
  const late = { segments: [{ start: 1, end: 1.7, label: "yes" }] };
  const fault = /segments\.0\.end.*1\.5 seconds/;

  const submitted = await request("POST", `/v1/tasks/${task.id}/submit`, { result: late });
  expect([submitted.status, JSON.stringify(submitted.body)]).toEqual([400, expect.stringMatching(fault)]);
  const line = { item_id: task.item.id, annotator: "bob", result: late };
  const imported = await importAnswers(service, batch.id, [line]);
  expect([imported.status, JSON.stringify(imported.body)]).toEqual([400, expect.stringMatching(fault)]);

  const result = { segments: [{ start: 1, end: 1.5, label: "yes" }] };
  bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
});

test("a recording is refused for a type of images", async () => {
  const upload = bodyOf(await sendRaw(request, "call.wav", WAV), 201);
  const project = await givenProject(service, { annotation_type: "image_classification" });
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  const { status, body } = await request("POST", "/v1/batches", sent);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("call.wav")]);
});
