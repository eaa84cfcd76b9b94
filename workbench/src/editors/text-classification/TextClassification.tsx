import type { EditorProps } from "../editor.ts";
import { Media } from "../media/Media.tsx";
import { Workspace } from "../Workspace.tsx";
import { LabelSide } from "./LabelSide.tsx";

/** The text, recording or conversation in the middle, and the labels to choose from: one or several. */
export function TextClassification(props: EditorProps) {
  return (
    <Workspace reading={props.item.text ?? ""} side={<LabelSide {...props} />}>
      <Media item={props.item} />
    </Workspace>
  );
}
