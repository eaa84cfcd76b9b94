import { lazy, type ReactNode, Suspense, useState } from "react";
import { strings } from "#strings/editors/media.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import type { Item } from "../editor.ts";
import { responsesOf } from "./conversation.ts";

const Compare = lazy(async () => ({ default: (await import("./Compare.tsx")).Compare }));

const KEY = "D";
/** While one types. */
const TYPING_KEY = "Alt+D";

interface CompareResponsesProps {
  readonly item: Item;
  /** A text is typed beside them, which has the focus: the button shows the key that types nothing. */
  readonly isTyped?: boolean;
  /** Buttons before its own, in one row. */
  readonly children?: ReactNode;
  /** Of the row of buttons. */
  readonly className?: string | undefined;
}

/** Compares two responses of an item word by word; only the other buttons if it has fewer. What compares them loads when it is first asked for. */
export function CompareResponses({ item, isTyped = false, children, className }: CompareResponsesProps) {
  const [isOpen, setOpen] = useState(false);
  const responses = responsesOf(item);
  const isOffered = responses.length > 1;
  const action = { id: "responses.compare", title: strings.compare, keys: [KEY, TYPING_KEY] };
  useActions(isOffered ? [{ ...action, run: () => setOpen(!isOpen) }] : []);
  return (
    <>
      {(isOffered || Boolean(children)) && (
        <div className={className}>
          {children}
          {isOffered && (
            <Button aria-pressed={isOpen} onPress={() => setOpen(!isOpen)}>
              {strings.compare} <kbd>{keyName(keyOf(action.id, isTyped ? TYPING_KEY : KEY))}</kbd>
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <Suspense>
          <Compare responses={responses} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
