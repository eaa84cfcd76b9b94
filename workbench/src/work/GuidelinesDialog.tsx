import { useState } from "react";
import { strings as all } from "#strings/work.ts";
import { api } from "../api/client.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Markdown } from "../design/Markdown.tsx";
import type { Guidelines } from "../editors/editor.ts";
import type { Opened } from "./opened.ts";
import type { Task } from "./task.ts";

const strings = all.guidelines;

/** The versions confirmed on this page, as `project version`; guideline versions never change. */
const confirmed = new Set<string>();

/** Whether the member must confirm this version, and a function that does. */
function useUnconfirmed(
  { id: task_id }: Task,
  { id, guideline_version, instructions, is_confirmed }: Guidelines,
) {
  const key = `${id} ${guideline_version}`;
  const [, redraw] = useState("");
  const isUnconfirmed = instructions !== null && !is_confirmed && !confirmed.has(key);
  const confirm = () => {
    confirmed.add(key);
    redraw(key);
    const params = { path: { id: task_id } };
    // if the request is lost, the next visit asks again
    void api.PUT("/v1/tasks/{id}/guidelines/confirmation", { params }).catch(() => undefined);
  };
  return [isUnconfirmed, confirm] as const;
}

interface GuidelinesDialogProps {
  readonly guidelines: Guidelines;
  /** Given if the member must confirm the guidelines; then only the button closes the dialog. */
  readonly onConfirm: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The guidelines of a task: if they must be confirmed, or `isAsked`. */
export function TaskGuidelines(props: {
  readonly current: Pick<Opened, "task" | "guidelines">;
  readonly isAsked: boolean;
  readonly onClose: () => void;
}) {
  const { task, guidelines } = props.current;
  const [isUnconfirmed, confirm] = useUnconfirmed(task, guidelines);
  if (!isUnconfirmed && !props.isAsked) return null;
  const finish = () => {
    confirm();
    props.onClose();
  };
  const onConfirm = isUnconfirmed ? finish : undefined;
  return <GuidelinesDialog guidelines={guidelines} onConfirm={onConfirm} onClose={props.onClose} />;
}

/** The guidelines of the project. */
function GuidelinesDialog({ guidelines, onConfirm, onClose }: GuidelinesDialogProps) {
  const { name, guideline_version } = guidelines;
  return (
    <Dialog
      title={strings.title(name)}
      isWide
      {...(onConfirm === undefined && { onClose })}
      actions={
        onConfirm === undefined ? (
          <Button look="primary" onPress={onClose} autoFocus>
            {strings.close}
          </Button>
        ) : (
          <>
            <ButtonLink to="/work/mine">{strings.back}</ButtonLink>
            <Button look="primary" onPress={onConfirm} autoFocus>
              {strings.confirm}
            </Button>
          </>
        )
      }
    >
      {onConfirm !== undefined && guideline_version > 1 && <p>{strings.changed(guideline_version)}</p>}
      <GuidelinesText guidelines={guidelines} />
    </Dialog>
  );
}

/** The guidelines themselves. */
export function GuidelinesText({ guidelines: { instructions } }: Pick<GuidelinesDialogProps, "guidelines">) {
  return instructions === null ? <p>{strings.none}</p> : <Markdown hasImages>{instructions}</Markdown>;
}
