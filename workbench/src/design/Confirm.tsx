import { type ReactNode, useState } from "react";
import { strings } from "#strings/design.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";

interface ConfirmProps {
  readonly title: string;
  /** What will be lost. */
  readonly children: ReactNode;
  /** The user must type it first. */
  readonly name: string;
  /** The text of the button. */
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A dialog that confirms a permanent deletion by typing a name; open while mounted. */
export function Confirm({ title, children, name, verb, onConfirm, onClose }: ConfirmProps) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{everywhere.cancel}</Button>
          <Button look="danger" isDisabled={typed.trim() !== name.trim()} onPress={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <Field label={strings.typeToConfirm(name)} value={typed} onChange={setTyped} autoFocus />
    </Dialog>
  );
}
