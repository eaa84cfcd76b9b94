import { expect, test } from "vitest";
import { exported, givenContext, givenItem, givenRecording } from "../../test/given-export.ts";
import { webvtt } from "./webvtt.ts";

const segmentation = givenContext("audio_segmentation", ["agent", "A & <B>"]);
const transcription = givenContext("transcription", []);

test("a segment is a cue with its label as voice, in order of time", async () => {
  const segments = [
    { start: 3661.25, end: 3662, label: "agent", text: "a --> b\n\n& so\r\non" },
    { start: 0, end: 1.0004, label: "A & <B>" },
  ];
  const files = await exported(webvtt, segmentation, [givenRecording({ segments })]);

  expect(files["captions/item_1_call_1.vtt"]).toBe(
    "WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000\n<v A &amp; &lt;B&gt;></v>\n" +
      "\n2\n01:01:01.250 --> 01:01:02.000\n<v agent>a --&gt; b\n&amp; so\non</v>\n",
  );
  expect(files["items.csv"]).toContain(
    "captions/item_1_call_1.vtt,item_1,,file_1,call 1.wav,aa11,,,3725.5\n",
  );
});

test("a transcript is one cue as long as its recording, or none if nothing is said", async () => {
  const said = givenRecording({ text: "Hello, world." });
  const silent = givenRecording({ text: "" }, { id: "item_2" });
  const files = await exported(webvtt, { ...transcription, media: true }, [said, silent]);

  expect(files).toMatchObject({
    "captions/item_1_call_1.vtt": "WEBVTT\n\n1\n00:00:00.000 --> 01:02:05.500\nHello, world.\n",
    "audio/item_1_call_1.wav": "media:aa11",
    "captions/item_2_call_1.vtt": "WEBVTT\n",
  });
});

test("a cue lasts at least a millisecond", async () => {
  const segments = [{ start: 1.00001, end: 1.00002, label: "agent" }];
  const files = await exported(webvtt, segmentation, [givenRecording({ segments })]);
  expect(files["captions/item_1_call_1.vtt"]).toContain("00:00:01.000 --> 00:00:01.001");
});

test("omits images and items that are not accepted, and reports them as lost", async () => {
  const open = givenRecording(null, { status: "open" });
  const image = givenItem({ result: { text: "Stop" } });
  const files = await exported(webvtt, transcription, [open, image]);

  expect(Object.keys(files)).toEqual(["items.csv"]);
  for (const item of [open, image]) expect(webvtt.loss(item)[0]).toBe("status");
});

test("reports times finer than milliseconds and lines without text as lost", () => {
  const lost = (result: unknown) => webvtt.loss(givenRecording(result));
  const plain = lost({ text: "a\nb" });
  const parts = (result: unknown) => lost(result).filter((path) => !plain.includes(path));
  const segment = { start: 0.001, end: 14_399.999, label: "agent" };

  expect(parts({ segments: [segment] })).toEqual([]);
  expect(parts({ segments: [{ ...segment, start: 1 / 3 }] })).toEqual(["times"]);
  expect(parts({ segments: [{ ...segment, text: "a\n\nb" }] })).toEqual(["line_breaks"]);
  expect(parts({ text: "a\r\nb" })).toEqual(["line_breaks"]);
  expect(plain).toEqual(["batch_id", "file.content_type", "support", "origin"]);
});
