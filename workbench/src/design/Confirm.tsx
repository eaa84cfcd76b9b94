import { type ReactNode, useState } from "react";
import { strings } from "#strings/design.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";

interface ConfirmProps {
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** Must be typed first. */
  readonly name: string;
  /** What the button says. */
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks by name before something is lost for ever; shown as long as it is there. */
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
