import type { components } from "@assay/sdk/schema.ts";
import type { ComponentType } from "react";
import { strings } from "#strings/work.ts";
import { api } from "../api/client.ts";
import type { DraftStore, KeptWork } from "../drafts/store.ts";
import { loadParts } from "../editors/answer/parts.ts";
import { findEditor } from "../editors/answer/registry.ts";
import type { Editor, EditorProps, Guidelines } from "../editors/editor.ts";
import { prefetchPicture } from "../editors/objects/prefetch-picture.ts";
import { draftPlaceOf, type Task } from "./task.ts";

/** One annotator's answer, for an adjudicator. */
export type GivenAnswer = components["schemas"]["Annotation"];

/** A task with everything that the first frame needs. */
export interface Prepared {
  readonly task: Task;
  readonly guidelines: Guidelines;
  readonly editor: Editor;
  readonly Component: ComponentType<EditorProps>;
  /** The local draft, if this browser has one. */
  readonly kept: KeptWork | undefined;
  /** The answers to adjudicate; empty for other tasks. */
  readonly answers: readonly GivenAnswer[];
}

/** A cache without expiry: guideline versions never change. */
const guidelines = new Map<string, Promise<Guidelines>>();

/** The tasks whose items the project's model was asked to prepare; a task is fetched again after each renewal of its lease. */
const askedFor = new Set<string>();

/**
 * Fetches what a task needs: guidelines, the code of the editor and of its fields, the media (into the browser's cache) and the local draft. The project's model,
 * if it has one, prepares the item meanwhile. Pass false as `hasMedia` where only a thumbnail of the item is shown.
 */
export async function prepare(store: DraftStore, task: Task, hasMedia = true): Promise<Prepared> {
  const media = hasMedia ? fetchMedia(task) : undefined;
  const [under, kept, answers] = await Promise.all([
    guidelinesOf(task),
    store.read(draftPlaceOf(task)),
    task.kind === "adjudicate" ? answersTo(task) : [],
  ]);
  if (under.has_assist) askModelToPrepare(task);
  const editor = findEditor(under, task.item);
  if (editor === undefined) throw new Error(strings.faults.noEditor(under.annotation_type));
  const [Component] = await Promise.all([editor.load(), loadParts(under)]);
  await media;
  return { task, guidelines: under, editor, Component, kept, answers };
}

function askModelToPrepare({ id, kind }: Task): void {
  if (kind !== "annotate" || askedFor.has(id)) return;
  askedFor.add(id);
  // Without an answer the model is slower at the first click, and nothing is lost.
  api.POST("/v1/tasks/{id}/assist", { params: { path: { id } }, body: {} }).catch(() => undefined);
}

async function guidelinesOf({ id, item, guideline_version }: Task): Promise<Guidelines> {
  const key = `${item.project_id} ${guideline_version}`;
  const asked =
    guidelines.get(key) ??
    api.GET("/v1/tasks/{id}/guidelines", { params: { path: { id } } }).then(({ data }) => data);
  guidelines.set(key, asked);
  asked.catch(() => guidelines.delete(key));
  return asked;
}

async function answersTo({ item, round }: Task): Promise<GivenAnswer[]> {
  const { data } = await api.GET("/v1/items/{id}/annotations", { params: { path: { id: item.id } } });
  return data.data.filter(
    (answer) => answer.kind === "annotate" && answer.round === round && answer.superseded_at === null,
  );
}

/** Where this fails, the editor fetches the image itself and shows the fault. */
async function fetchMedia({ item }: Task): Promise<void> {
  if (item.file.content_type.startsWith("image/")) await prefetchPicture(item).catch(() => undefined);
}
