import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { keyOf } from "../actions/own-keys.ts";
import { canonicalName } from "../editors/names.ts";
import type { Stream } from "../editors/stream.ts";
import { labelsIn } from "../editors/text-classification/answer.ts";
import { REOPEN_KEY } from "./actions.ts";
import type { Opened } from "./opened.ts";
import type { TaskQueue } from "./task-queue.ts";
import type { TaskQueueState } from "./task-queue-state.ts";

/** Where this browser keeps whether choosing a label submits the answer in a project. */
const keptAt = (project_id: string) => `assay-advances-${project_id}`;

/** Keys of a stream that labels of the project may have as their hotkeys, and then keep. */
const LETTERS = ["A", "X", "U", "Backspace"];

/** How the current item is answered with one key; null if its answer is more than one label of an annotator. */
export function useStream(queue: TaskQueue, { current, last, skipped }: TaskQueueState): Stream | null {
  const kept = keptAt(current?.guidelines.id ?? "");
  const [chosen, choose] = useState<Readonly<Record<string, boolean>>>({});
  const advances = chosen[kept] ?? localStorage.getItem(kept) === "yes";
  const navigate = useNavigate({ from: "/work" });
  const isOffered = current !== null && isStreamed(current);
  const hasLetter = lettersOf(current).has("U");
  const isTiled = current !== null && fitsGrid(current);
  return useMemo(() => {
    if (!isOffered) return null;
    const result =
      last === null ? null : last.prepared.editor.toResult(new Map(last.entries), last.task.item);
    return {
      advances,
      setAdvances: (next) => {
        localStorage.setItem(kept, next ? "yes" : "no");
        choose((before) => ({ ...before, [kept]: next }));
      },
      next: () => queue.submit(),
      back: () => void queue.reopenLast(),
      last: labelsIn(result)[0],
      skipped,
      backKey: keyOf("work.reopen", hasLetter ? "U" : REOPEN_KEY),
      toGrid: isTiled
        ? () =>
            void queue
              .handOver()
              .then(() => navigate({ to: "/work/grid", search: (scope) => scope, replace: true }))
        : null,
    };
  }, [queue, isOffered, hasLetter, isTiled, kept, advances, last, skipped, navigate]);
}

/** Whether an annotator answers the item by choosing one label. */
export function isStreamed({ task, guidelines }: Pick<Opened, "task" | "guidelines">): boolean {
  return task.kind === "annotate" && hasOneLabel(guidelines);
}

/** Whether an answer of the project is one label, without questions. */
export function hasOneLabel({ annotation_type, fields }: Opened["guidelines"]): boolean {
  const type = canonicalName(annotation_type) ?? "";
  return fields.length === 0 && (type === "text_classification" || type === "image_classification");
}

/** Whether a tile of a grid can show the item and take its answer: an image or a text with one label. */
export function fitsGrid(opened: Pick<Opened, "task" | "guidelines">): boolean {
  const { text, file } = opened.task.item;
  return isStreamed(opened) && (text !== null || file.content_type.startsWith("image/"));
}

/** The keys without a modifier that a stream uses here; empty where items are not streamed. */
export function lettersOf(current: Opened | null): ReadonlySet<string> {
  if (current === null || !isStreamed(current)) return new Set();
  const taken = current.guidelines.labels.map(({ hotkey }) => hotkey?.toUpperCase());
  return new Set(LETTERS.filter((key) => !taken.includes(key)));
}
