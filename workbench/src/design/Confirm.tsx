import { type ReactNode, useState } from "react";
import { strings } from "#strings/design.ts";
import { Field } from "./Field.tsx";
import { SubmitDialog } from "./SubmitDialog.tsx";

interface ConfirmProps {
  readonly title: string;
  /** What will be lost. */
  readonly children: ReactNode;
  /** The user must type it first. */
  readonly name: string;
  /** The text of the button. */
  readonly verb: string;
  /** Why the last attempt failed. */
  readonly fault?: string | undefined;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A dialog that confirms a permanent deletion by typing a name; open while mounted. */
export function Confirm({
  title,
  children,
  name,
  verb,
  fault,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [typed, setTyped] = useState("");
  return (
    <SubmitDialog
      title={title}
      verb={verb}
      isDangerous
      isDisabled={typed.trim() !== name.trim()}
      isBusy={isBusy}
      fault={fault}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p>{children}</p>
      <Field label={strings.typeToConfirm(name)} value={typed} onChange={setTyped} />
    </SubmitDialog>
  );
}
