import type { Medium } from "@assay/domain/types/annotation-type.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import { annotateAll, auditToVerdict, bodyOf, claim, givenBatch, givenProject } from "./given.ts";
import type { Service, TestAccount } from "./service.ts";
import { givenWav } from "./upload-bodies.ts";

/** A result for each annotation type, and for the third of three items another. */
const RESULTS: Readonly<Record<string, (place: number) => object>> = {
  text_classification: () => ({ label: "yes" }),
  image_classification: () => ({ label: "yes" }),
  multilabel_classification: (place) => ({ labels: place === 3 ? [] : ["yes", "no"] }),
  text_generation: (place) => ({ text: `Text ${place}` }),
  audio_segmentation: (place) => ({ segments: place === 3 ? [] : [{ start: 0.1, end: 0.9, label: "yes" }] }),
  transcription: (place) => ({ text: `Text ${place}` }),
  ranking: (place) => ({ ranking: place === 3 ? ["a", "b"] : ["b", "a"] }),
  rating: (place) => ({ ratings: { helpfulness: place } }),
  named_entity_recognition: (place) => ({
    spans: place === 3 ? [] : [{ start: 0, end: 4, label: "yes" }],
  }),
  object_detection: (place) => ({
    objects: place === 3 ? [] : [{ label: "no", bbox: { x: 1.5, y: 2, width: 10, height: 5 } }],
  }),
  keypoint: (place) => ({
    objects: place === 3 ? [] : [{ label: "no", points: { nose: [1, 2, 2], tail: [11.5, 2, 1] } }],
  }),
  semantic_segmentation: (place) => ({
    objects: place === 3 ? [] : [{ label: "no", rle: { size: [12, 16], counts: "06j5" } }],
  }),
  polygon: (place) => ({
    objects:
      place === 3
        ? []
        : [
            {
              label: "no",
              points: [
                [1, 2],
                [11.5, 2],
                [6, 9],
              ],
            },
          ],
  }),
};

/** A certified batch of texts, each answered twice with `yes`; the auditor answers by `verdict(text)`. */
export async function givenCertified(
  service: Service,
  {
    texts = 12,
    settings = {},
    verdict,
  }: { texts?: number; settings?: object; verdict?: (text: string) => string } = {},
): Promise<{ id: string; project_id: string }> {
  const batch = await givenBatch(service, { texts, settings });
  await annotateAll(service, batch.id, ["ann", "bob"]);
  await service.runJobs();
  await auditToVerdict(service, batch.id, "eve", verdict);
  await service.runJobs();
  return batch;
}

const FILES: Readonly<Record<Medium, (place: number) => object>> = {
  image: (place: number) => ({ filename: `photo ${place}.png`, content_base64: PNG }),
  text: (place: number) => ({
    filename: `note ${place}.txt`,
    content_type: "text/plain",
    text: `Jane ${place}`,
  }),
  audio: (place: number) => ({
    filename: `call ${place}.wav`,
    content_base64: givenWav(1).toString("base64"),
  }),
  conversation: (place: number) => ({ filename: `talk ${place}.jsonl`, text: CONVERSATION }),
};

/** A batch of three small files of any type, of the type's first medium. */
export async function givenBatchOfType(
  service: Service,
  annotation_type: string,
  settings: object = {},
): Promise<{ id: string; project_id: string }> {
  const medium = findAnnotationType(annotation_type)?.media[0] ?? "text";
  const files = [1, 2, 3].map(FILES[medium]);
  const upload = bodyOf(await service.request("POST", "/v1/uploads", { files }), 201);
  const project = await givenProject(service, { annotation_type, ...settings });
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  return bodyOf(await service.request("POST", "/v1/batches", sent), 201);
}

/** A batch of `givenBatchOfType`, answered and certified. */
export async function givenCertifiedOfType(
  service: Service,
  annotation_type: string,
  settings: object = {},
): Promise<{ id: string; project_id: string }> {
  const batch = await givenBatchOfType(service, annotation_type, settings);
  await certifyBatchOfType(service, annotation_type, batch);
  return batch;
}

/** Answers a batch of `givenBatchOfType` and audits it until it is certified. */
export async function certifyBatchOfType(
  service: Service,
  annotation_type: string,
  batch: { id: string },
): Promise<void> {
  const answer = RESULTS[annotation_type] ?? (() => ({}));
  for (const annotator of ["ann", "bob"]) await answerAll(service, annotator, { batch_id: batch.id }, answer);
  await service.runJobs();
  await answerAll(service, "eve", { batch_id: batch.id, kinds: ["audit"] }, answer);
  await service.runJobs();
}

/** Lets `annotator` do every matching task, by the index of its file among the uploaded ones. */
export async function answerAll(
  account: TestAccount,
  annotator: string,
  wish: object,
  answer: (place: number) => object,
): Promise<void> {
  for (let task = await claim(account, annotator, wish); task; task = await claim(account, annotator, wish)) {
    const result = answer(Number(/\d/.exec(task.item.file.filename)?.[0]));
    bodyOf(await account.request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
  }
}

const CONVERSATION = JSON.stringify({
  messages: [{ role: "user", content: "What is it?" }],
  responses: [
    { id: "a", text: "A dog." },
    { id: "b", text: "A cat." },
  ],
});

/** 16 by 12 pixels, one color. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAIAAADkharWAAAAFUlEQVR42mNQaDhAEmIY1TCqATsCAMv+CBA0ZdWQAAAAAElFTkSuQmCC";
