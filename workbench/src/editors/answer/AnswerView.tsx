import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useLayoutEffect, useRef, useState } from "react";
import { strings } from "#strings/editors/answer.ts";
import { KeysWithin } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { Notice } from "../../design/Notice.tsx";
import { editsBetween } from "../../drafts/choose.ts";
import { createDocument } from "../../drafts/document.ts";
import type { Editor, EditorProps, Guidelines, Item } from "../editor.ts";
import { Media } from "../media/Media.tsx";
import { AnswerEditor } from "./AnswerEditor.tsx";
import styles from "./AnswerView.module.css";
import { entriesOf, type WholeAnswer } from "./answer.ts";
import { findEditor } from "./registry.ts";

interface AnswerViewProps extends WholeAnswer {
  readonly item: Item;
  readonly project: Guidelines;
}

/**
 * An answer drawn on its item by the editor of its type, which cannot change it here; a null result shows the item alone.
 * The editor loads when it is first shown.
 */
export function AnswerView(props: AnswerViewProps) {
  const { item, project } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = findEditor(project, item);
  const loading = useQuery({
    queryKey: ["editor", project.annotation_type, item.id],
    queryFn: async () => (await editor?.load()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (loading.error !== null) {
    return (
      <Notice tone="bad" title={strings.failed}>
        <Button onPress={() => void loading.refetch()}>{strings.retry}</Button>
      </Notice>
    );
  }
  if (loading.data === undefined) return <p role="status">{strings.loading}</p>;
  if (editor === undefined || loading.data === null) return <Media item={item} hasResponses />;
  return (
    <KeysWithin value={place}>
      <div
        ref={place}
        className={styles.view}
        data-image={item.file.content_type.startsWith("image/") || undefined}
        // the wheel scrolls the page, until the image has the focus and it zooms that
        onWheelCapture={(event) => {
          if (place.current?.contains(document.activeElement) !== true) event.stopPropagation();
        }}
      >
        <Drawn key={item.id} {...props} editor={editor} Component={loading.data} />
      </div>
    </KeysWithin>
  );
}

interface DrawnProps extends AnswerViewProps {
  readonly editor: Editor;
  readonly Component: ComponentType<EditorProps>;
}

/** Puts each answer into the same document, so that the editor keeps its zoom. */
function Drawn({ editor, Component, item, project, result, fields }: DrawnProps) {
  const [document] = useState(() => createDocument(entriesOf({ editor, project, item }, { result, fields })));
  useLayoutEffect(() => {
    const next = new Map(entriesOf({ editor, project, item }, { result, fields }));
    document.apply({ name: "", edits: editsBetween(document.entries(), next) });
  }, [document, editor, project, item, result, fields]);
  return <AnswerEditor {...{ editor, Component, item, project, document }} isReadOnly />;
}
