import { expect, test } from "vitest";
import { givenItem, givenProject } from "../../test/given.ts";
import { applied, type Entries } from "../drafts/document.ts";
import { answerOf, entriesOf, missingIn } from "../editors/answer/answer.ts";
import { findEditor } from "../editors/answer/registry.ts";
import { emptyEdit, isGiven, takenEntries, takesEmpty } from "./own-answer.ts";

const NONE: Entries<unknown> = new Map();
const IMAGE = { content_type: "image/png", width: 100, height: 100, duration: null };

function givenSubject(annotation_type: string, medium: "image" | "text" | "recording") {
  const project = givenProject({ annotation_type, labels: ["car"] });
  const { file } = givenItem({});
  const other = { ...file, ...IMAGE, ...(medium === "recording" && { content_type: "audio/wav" }) };
  const item = givenItem(medium === "text" ? { text: "Ada met Bob" } : { file: other });
  const editor = findEditor(project, item);
  if (editor === undefined) throw new Error(`no editor for ${annotation_type}`);
  return { editor, project, item };
}

const isReady = (subject: ReturnType<typeof givenSubject>, mine: Entries<unknown>) =>
  isGiven(subject, mine) && missingIn(subject, mine) === null;

test.each([
  ["object_detection", "image", { objects: [] }],
  ["polygon", "image", { objects: [] }],
  ["semantic_segmentation", "image", { objects: [] }],
  ["keypoint", "image", { objects: [] }],
  ["named_entity_recognition", "text", { spans: [] }],
  ["audio_segmentation", "recording", { segments: [] }],
  ["multilabel_classification", "image", { labels: [] }],
  ["multilabel_classification", "text", { labels: [] }],
] as const)(
  "an empty answer of %s (%s) is decided only if the adjudicator chooses it",
  (type, medium, empty) => {
    const subject = givenSubject(type, medium);
    expect(isReady(subject, NONE)).toBe(false);
    expect(isReady(subject, new Map([["field:seen", "yes"]]))).toBe(false);
    const chosen = applied(NONE, [emptyEdit(NONE)]);
    expect(isReady(subject, chosen)).toBe(true);
    expect(answerOf(subject, chosen).result).toEqual(empty);
    expect(isReady(subject, applied(chosen, [emptyEdit(chosen)]))).toBe(false);
    const theirs = new Map(entriesOf(subject, { result: empty, fields: null }, "1/"));
    expect(isReady(subject, takenEntries(subject, theirs))).toBe(true);
  },
);

test.each([
  ["text_classification", "text", { label: "car" }],
  ["text_generation", "text", { text: "A car." }],
  ["transcription", "recording", { text: "" }],
] as const)("%s has no empty answer to choose, and one is given by its editor", (type, medium, result) => {
  const subject = givenSubject(type, medium);
  expect(takesEmpty(subject)).toBe(false);
  expect(isGiven(subject, NONE)).toBe(false);
  const given = new Map(entriesOf(subject, { result, fields: null }));
  expect(isReady(subject, takenEntries(subject, given))).toBe(true);
});
