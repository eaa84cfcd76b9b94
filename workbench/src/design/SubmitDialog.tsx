import { type FormEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import { strings as everywhere } from "#strings/everywhere.ts";
import { capitalize } from "../strings/format.ts";
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
  /** Something is missing. */
  readonly isDisabled?: boolean;
  /** The last submit has not ended. The button keeps the focus, and does nothing. */
  readonly isBusy?: boolean;
  /** Why the last submit failed. If it begins with the `name` of a field, it is shown there, and the field gets the focus. */
  readonly fault?: string | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** More buttons, at the other end of the foot. */
  readonly more?: ReactNode;
}

/**
 * A dialog with a form, a button that submits it and one that cancels; open while mounted. Enter in a field submits too,
 * and Ctrl+Enter in a text of several lines. A click outside does not close it, since that would lose what was typed.
 */
export function SubmitDialog({
  title,
  isWide = false,
  verb,
  isDangerous = false,
  cancel = everywhere.cancel,
  isDisabled = false,
  isBusy = false,
  fault,
  onSubmit,
  onClose,
  children,
  more,
}: SubmitDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [ofFields, setOfFields] = useState<Readonly<Record<string, string>>>({});
  useLayoutEffect(() => {
    const [name = "", sentence = ""] = fault === undefined ? [] : splitFault(fault);
    const field = form.current?.elements.namedItem(name);
    if (!(field instanceof HTMLElement)) return setOfFields({});
    setOfFields({ [name]: sentence });
    field.focus();
  }, [fault]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // in React the page behind the dialog is its parent
    if (!isDisabled && !isBusy) onSubmit();
  };
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose} isDismissable={false}>
      <Form
        ref={form}
        className={styles.form ?? ""}
        validationBehavior="aria"
        validationErrors={ofFields}
        onSubmit={submit}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a field inside has the focus */}
        <div className={styles.body} onKeyDown={submitByKey}>
          {children}
        </div>
        <div className={styles.foot}>
          {fault !== undefined && Object.keys(ofFields).length === 0 && <Notice tone="bad">{fault}</Notice>}
          {more !== undefined && <span className={styles.more}>{more}</span>}
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            type="submit"
            look={isDangerous ? "danger" : "primary"}
            isDisabled={isDisabled}
            data-busy={isBusy || undefined}
          >
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function submitByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, repeat, ctrlKey, metaKey, target, currentTarget, nativeEvent } = event;
  if (key !== "Enter" || nativeEvent.isComposing) return;
  if (repeat && target instanceof HTMLInputElement) event.preventDefault(); // of the key that opened the dialog
  if (repeat || !(ctrlKey || metaKey)) return;
  event.preventDefault();
  currentTarget.closest("form")?.requestSubmit();
}

/** The name of the field with which a message of the API begins, and the rest as a sentence beside the field. */
function splitFault(fault: string): readonly [name: string, sentence: string] | readonly [] {
  const [, name, rest] = /^([a-z_]+)(?:[.[][^ :]*)?:? (.+)$/s.exec(fault) ?? [];
  return name === undefined || rest === undefined ? [] : [name, capitalize(rest)];
}
