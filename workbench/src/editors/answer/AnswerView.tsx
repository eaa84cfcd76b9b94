import { useSuspenseQuery } from "@tanstack/react-query";
import { type ComponentType, useMemo, useRef } from "react";
import { KeysWithin } from "../../actions/use-actions.ts";
import type { Editor, EditorProps, Guidelines, Item } from "../editor.ts";
import { pickableLabels, pickableRelations } from "../labels/pickable.ts";
import { Media } from "../media/Media.tsx";
import { OnlyShownContext, type OtherText } from "../only-shown.ts";
import { isRecord } from "../record.ts";
import { AnswerEditor } from "./AnswerEditor.tsx";
import styles from "./AnswerView.module.css";
import { entriesOf, type WholeAnswer } from "./answer.ts";
import { loadParts } from "./parts.ts";
import { findEditor } from "./registry.ts";
import { useShownDocument } from "./use-shown-document.ts";

interface AnswerViewProps extends WholeAnswer {
  readonly item: Item;
  readonly project: Guidelines;
  /** The text with which that of the answer is compared. */
  readonly other?: OtherText | null;
}

/**
 * An answer drawn on its item by the editor of its type, which cannot change it here; a null result shows the item alone.
 * Suspends while the editor loads.
 */
export function AnswerView(props: AnswerViewProps) {
  const { item, project, other = null } = props;
  const shown = useMemo(() => ({ other }), [other]);
  const place = useRef<HTMLDivElement>(null);
  const editor = findEditor(project, item);
  const { data: Component } = useSuspenseQuery({
    queryKey: ["editor", project.annotation_type, item.id],
    queryFn: async () => (await Promise.all([editor?.load(), loadParts(project)]))[0] ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (editor === undefined || Component === null) return <Media item={item} hasResponses />;
  return (
    <KeysWithin value={place}>
      <div
        ref={place}
        className={styles.view}
        data-image={item.file.content_type.startsWith("image/") || undefined}
        data-text={item.text !== null || undefined}
        // the wheel scrolls the page, until the image has the focus and it zooms that
        onWheelCapture={(event) => {
          if (place.current?.contains(document.activeElement) !== true) event.stopPropagation();
        }}
      >
        <OnlyShownContext value={shown}>
          <Drawn key={item.id} {...props} editor={editor} Component={Component} />
        </OnlyShownContext>
      </div>
    </KeysWithin>
  );
}

/**
 * The guidelines with the labels in use only, each in the color that it has among all: a legend, where nobody chooses a label. Without answers to
 * questions, also without questions.
 */
function withAnswered({ result, fields }: WholeAnswer, project: Guidelines): Guidelines {
  const colors = new Map(
    [...pickableRelations(project), ...pickableLabels(project)].map(({ name, color }) => [name, color]),
  );
  const used = new Set(namesIn(result));
  const labels = project.labels
    .filter(({ name }) => used.has(name))
    .map((label) => ({ ...label, color: colors.get(label.name) ?? label.color }));
  return { ...project, labels, fields: fields === null ? [] : project.fields };
}

/** Results name their labels as `label`, at the top or in the members of a list. */
function namesIn(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result.flatMap(namesIn);
  if (!isRecord(result)) return [];
  return [
    result.label,
    ...Object.values(result).flatMap((part) => (Array.isArray(part) ? namesIn(part) : [])),
  ];
}

interface DrawnProps extends AnswerViewProps {
  readonly editor: Editor;
  readonly Component: ComponentType<EditorProps>;
}

function Drawn({ editor, Component, item, project: whole, result, fields }: DrawnProps) {
  const project = useMemo(() => withAnswered({ result, fields }, whole), [result, fields, whole]);
  const entries = useMemo(
    () => new Map(entriesOf({ editor, project, item }, { result, fields })),
    [editor, project, item, result, fields],
  );
  const document = useShownDocument(entries);
  return <AnswerEditor {...{ editor, Component, item, project, document }} isReadOnly />;
}
