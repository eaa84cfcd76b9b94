import { type ComponentType, useLayoutEffect, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { openActions, useActions } from "../../src/actions/use-actions.ts";
import { showAppearance } from "../../src/design/appearance.ts";
import "../../src/design/base.css";
import { type AnswerDocument, createDocument } from "../../src/drafts/document.ts";
import { AnswerEditor } from "../../src/editors/answer/AnswerEditor.tsx";
import {
  answerOf,
  entriesOf,
  missingIn,
  type Subject,
  suggestedEntries,
  type WholeAnswer,
} from "../../src/editors/answer/answer.ts";
import { loadParts } from "../../src/editors/answer/parts.ts";
import { findEditor } from "../../src/editors/answer/registry.ts";
import { AssistContext } from "../../src/editors/assist.ts";
import type { Editor, EditorProps, Guidelines, Item } from "../../src/editors/editor.ts";

declare global {
  interface Window {
    /** Opens an item in its editor like the work screen; returns the ms until it was painted. */
    show: (project: Guidelines, item: Item, result?: unknown, isReadOnly?: boolean) => Promise<number>;
    /** The keys of all open actions, without those that give a label. */
    boundKeys: () => readonly string[];
    /** The current answer. */
    answer: () => WholeAnswer & { readonly missing: string | null; readonly undone: string | undefined };
  }
}

showAppearance();
const place = document.getElementById("root");
if (place === null) throw new Error("the page has no #root");
const root = createRoot(place);
let undone: string | undefined;

interface ShownProps extends EditorProps {
  readonly editor: Editor;
  readonly Component: ComponentType<EditorProps>;
  readonly onPainted: () => void;
}

function Shown({ onPainted, ...props }: ShownProps) {
  // runs after the editor's effects and the frames that they request
  useLayoutEffect(() => void requestAnimationFrame(() => setTimeout(onPainted)), [onPainted]);
  const { document } = props;
  useActions(
    useMemo(
      () => [
        {
          id: "undo",
          title: "Undo",
          keys: ["Ctrl+Z"],
          run: () => {
            undone = document.undo();
          },
        },
        { id: "redo", title: "Redo", keys: ["Ctrl+Shift+Z"], run: () => void document.redo() },
      ],
      [document],
    ),
  );
  return (
    <main
      style={{
        display: "grid",
        gridTemplateRows: "auto minmax(0, 1fr)",
        gap: 12,
        blockSize: "100%",
        padding: 16,
      }}
    >
      <h1>{props.project.name}</h1>
      <AssistContext value={props.project.has_assist ? async () => [] : null}>
        <AnswerEditor {...props} />
      </AssistContext>
    </main>
  );
}

window.show = async (project, item, result = null, isReadOnly = false) => {
  const editor = findEditor(project, item);
  if (editor === undefined) throw new Error(`no editor for ${project.annotation_type}`);
  const subject = { editor, project, item };
  const [Component] = await Promise.all([editor.load(), loadParts(project)]);
  const began = performance.now();
  const first = result === null ? suggestedEntries(subject) : entriesOf(subject, { result, fields: null });
  const answer = createDocument<unknown>(first);
  window.answer = () => shownAnswer(subject, answer);
  await new Promise<void>((onPainted) =>
    root.render(
      <Shown
        key={item.id}
        {...{ editor, Component, project, item, document: answer, isReadOnly, onPainted }}
      />,
    ),
  );
  return performance.now() - began;
};

window.boundKeys = () =>
  openActions()
    .filter(({ id }) => !/^label\.(?!search$)|^(un|re)do$/.test(id))
    .flatMap(({ keys }) => keys);

function shownAnswer(subject: Subject, { entries, unfinished }: AnswerDocument<unknown>) {
  const missing = unfinished() ?? missingIn(subject, entries())?.message ?? null;
  return { ...answerOf(subject, entries()), missing, undone };
}
