import type { ReactNode } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { Button } from "./Button.tsx";
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

/** A dialog with a button that submits and one that cancels; open while mounted. */
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
      {children}
    </Dialog>
  );
}
