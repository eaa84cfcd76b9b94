import type { KeyboardEvent, ReactNode } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { Button } from "./Button.tsx";
import styles from "./Dialog.module.css";
import { Dialog } from "./Dialog.tsx";
import { Notice } from "./Notice.tsx";

interface SubmitDialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  /** The label of the button that submits. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** The label of the button that closes. Default: Cancel. */
  readonly cancel?: string;
  readonly isDisabled?: boolean;
  /** Why the last submit failed. */
  readonly fault?: string | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog with a button that submits and one that cancels; open while mounted. Enter in a line of text submits too, unless
 * that is dangerous.
 */
export function SubmitDialog({
  title,
  isWide = false,
  verb,
  isDangerous = false,
  cancel = everywhere.cancel,
  isDisabled = false,
  fault,
  onSubmit,
  onClose,
  children,
}: SubmitDialogProps) {
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.repeat || event.nativeEvent.isComposing || event.defaultPrevented)
      return;
    if (isDisabled || isDangerous || !isLineOfText(event.target)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      title={title}
      isOpen
      isWide={isWide}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look={isDangerous ? "danger" : "primary"} isDisabled={isDisabled} onPress={onSubmit}>
            {verb}
          </Button>
        </>
      }
    >
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a field inside has the focus */}
      <div className={styles.content} onKeyDown={submitByKey}>
        {children}
      </div>
    </Dialog>
  );
}

/** Whether Enter has no meaning of its own there: boxes to tick and fields of an inner form have one. */
function isLineOfText(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.form === null &&
    !["checkbox", "radio", "range", "file", "button"].includes(target.type)
  );
}
