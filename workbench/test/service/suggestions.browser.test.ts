import { encodeRle } from "@assay/domain/run-length.ts";
import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import { bodyOf } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { givenForm, givenWav } from "@assay/server/test/upload-bodies.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { pngOf } from "../image.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, db } = service;

const image = { filename: "street.png", content: pngOf(64, 48) };
const recording = { filename: "call.wav", content: givenWav(2) };
const lineOf = (line: object) => ({ filename: "items.jsonl", content: Buffer.from(JSON.stringify(line)) });
const text = lineOf({ text: "Ada met Bo in Rome" });
const conversation = lineOf({
  messages: [{ role: "user", content: "What is it?" }],
  responses: [
    { id: "a", text: "A dog." },
    { id: "b", text: "A cat." },
  ],
});
const RUNS = Float64Array.of(500, 520, 548, 568);
const OUTLINE = [
  [2, 2],
  [30, 2],
  [30, 30],
];
const labels = ["yes", "no"].map((name) => ({ name }));

interface Case {
  readonly file: { readonly filename: string; readonly content: Buffer };
  readonly result: object;
  readonly options?: object;
  /** What is left if the annotator clears the suggestion, null if nothing can be submitted then. */
  readonly cleared: object | null;
}

/** Of each annotation type, and of a second medium where it has an editor of its own. */
const CASES: Readonly<Record<string, Case>> = {
  image_classification: { file: image, result: { label: "no" }, cleared: null },
  multilabel_classification: { file: image, result: { labels: ["no", "yes"] }, cleared: { labels: [] } },
  "multilabel_classification of texts": { file: text, result: { labels: ["no"] }, cleared: { labels: [] } },
  object_detection: {
    file: image,
    result: { objects: [{ label: "yes", bbox: { x: 4, y: 5, width: 20, height: 10 } }] },
    cleared: { objects: [] },
  },
  polygon: {
    file: image,
    result: { objects: [{ label: "yes", points: OUTLINE }] },
    cleared: { objects: [] },
  },
  semantic_segmentation: {
    file: image,
    result: { objects: [{ label: "yes", rle: encodeRle(RUNS, [48, 64]) }] },
    cleared: { objects: [] },
  },
  keypoint: {
    file: image,
    result: { objects: [{ label: "yes", points: { head: [10, 10, 2], foot: [20, 30, 2] } }] },
    options: { keypoints: ["head", "foot"] },
    cleared: { objects: [] },
  },
  text_classification: { file: text, result: { label: "no" }, cleared: null },
  named_entity_recognition: {
    file: text,
    result: {
      spans: [
        { start: 0, end: 3, label: "yes" },
        { start: 8, end: 10, label: "no" },
      ],
      relations: [{ from: 0, to: 1, label: "yes" }],
    },
    cleared: { spans: [] },
  },
  text_generation: { file: text, result: { text: "They met." }, cleared: null },
  ranking: { file: conversation, result: { ranking: ["b", "a"] }, cleared: null },
  rating: { file: conversation, result: { ratings: { rating: 4 } }, cleared: null },
  audio_segmentation: {
    file: recording,
    result: { segments: [{ start: 0.2, end: 1, label: "yes" }] },
    cleared: { segments: [] },
  },
  transcription: { file: recording, result: { text: "hello" }, cleared: null },
};

/** The bar is the same on all screens, and each editor's own test looks at its colors. */
const TO_CHECK = ["object_detection", "named_entity_recognition", "text_classification"];

test("the cases are those of all annotation types", () => {
  const named = new Set(Object.keys(CASES).map((name) => name.split(" ")[0]));
  expect([...named].sort()).toEqual(ANNOTATION_TYPES.map(({ name }) => name).sort());
});

test.each(Object.entries(CASES))(
  "an annotator accepts or clears what a model suggests: %s",
  async (name, { file, result, options = {}, cleared }) => {
    const batch_id = await givenPredicted(name, { file, result, options });
    const person = await givenPerson(service, { role: "annotator" });
    const page = await openPage("about:blank", { bypassCSP: true });
    await page.context().addCookies(cookiesOf(person.cookie, origin));
    await page.goto(`${origin}/work?batch=${batch_id}`);
    const bar = page.getByRole("region", { name: "Suggestion of a model" });

    await bar.getByText(/^resnet 3 suggests .+ \(score 0\.87\)\. Check it before you submit\.$/).waitFor();
    if (TO_CHECK.includes(name)) await expectSound(page, `suggestion ${name}`);
    const main = page.locator("[class*=_primary]");
    expect(await main.allInnerTexts()).toEqual([expect.stringMatching(/^Accept and submit/)]);
    await bar.getByRole("button", { name: "Clear the suggestion" }).click();
    await bar.getByText("You changed it.").waitFor();
    expect(await main.allInnerTexts()).toEqual(["Submit"]);
    if (cleared !== null) {
      await page.keyboard.press("Control+Enter");
      await untilHolds(async () => expect(await answersOf(batch_id)).toEqual([cleared]));
    } else {
      await bar.getByRole("button", { name: "Use the suggestion" }).click();
      await page.keyboard.press("Control+Enter");
      await untilHolds(async () => expect(await answersOf(batch_id)).toEqual([result]));
    }
    await page.getByText("Check it before you submit.").waitFor();
    await page.keyboard.press("Alt+A");

    await untilHolds(async () => expect(await answersOf(batch_id)).toEqual([cleared ?? result, result]));
  },
);

/** A batch of two equal items with that prediction. */
async function givenPredicted(
  name: string,
  { file, result, options }: Omit<Case, "cleared">,
): Promise<string> {
  const [annotation_type = ""] = name.split(" ");
  const settings = {
    ...{ annotation_type, labels, type_options: options, quality_level: "none" },
    quality_policy: { overlap: 1 },
  };
  const { id: project_id } = bodyOf(await request("POST", "/v1/projects", settings), 201);
  const { body, headers } = givenForm([
    { name: "file", ...file },
    { name: "file", ...file, filename: `2-${file.filename}` },
  ]);
  const upload = bodyOf(await request("POST", "/v1/uploads", body, headers), 201);
  await service.runJobs();
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [upload.id] }), 201);
  const items = bodyOf(await request("GET", `/v1/items?batch_id=${batch.id}`), 200).data;
  const predictions = items.map(({ id: item_id }: { id: string }) => ({
    ...{ item_id, model: "resnet", version: "3", score: 0.87, result },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch.id}/predictions`, { predictions }), 200);
  return batch.id;
}

async function answersOf(batch_id: string): Promise<readonly unknown[]> {
  const rows = await db
    .selectFrom("annotations")
    .select("result")
    .where("batch_id", "=", batch_id)
    .orderBy("id")
    .execute();
  return rows.map(({ result }) => result);
}
