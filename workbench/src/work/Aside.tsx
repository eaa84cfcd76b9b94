import { useRouteContext } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import { Comments } from "../comments/Comments.tsx";
import { Button } from "../design/Button.tsx";
import { COMMENTS_KEY, GUIDELINES_KEY } from "./actions.ts";
import { GuidelinesText } from "./GuidelinesDialog.tsx";
import type { Opened } from "./opened.ts";
import { isBlind } from "./task.ts";
import styles from "./WorkPage.module.css";

/** What can be open beside the item, and stays open from item to item. */
export type AsideName = "comments" | "guidelines";

/** The id of the button that opens the comments. */
export const TALK = "comments-button";

/** What is open beside the item, and what opens or closes it. Where that had the focus, it goes back to where it was before. */
export function useAside() {
  const [open, setOpen] = useState<AsideName | null>(null);
  const before = useRef<Element>(null);
  const toggle = (name: AsideName) => {
    const isWithin = document.activeElement?.closest("aside") != null;
    const back = before.current?.isConnected ? before.current : document.getElementById(TALK);
    if (open === name && isWithin && back instanceof HTMLElement) back.focus();
    if (!isWithin && document.activeElement !== document.body) before.current = document.activeElement;
    setOpen(open === name ? null : name);
  };
  return [open, toggle] as const;
}

/** Whether what is open stands below the item, where it would leave no room for a page of text. */
export const isNarrow = (): boolean => matchMedia("(max-width: 48rem)").matches;

interface AsideProps {
  readonly name: AsideName;
  readonly current: Pick<Opened, "task" | "guidelines">;
  readonly onClose: () => void;
  /** It was opened at another item: the focus stays in the editor. */
  readonly isKept: boolean;
}

/** The comments or the guidelines of the item, beside it. */
export function Aside({ name, current: { task, guidelines }, onClose, isKept }: AsideProps) {
  const { person } = useRouteContext({ from: "/work" });
  if (name === "guidelines") {
    return (
      <Frame
        title={strings.bar.guidelines}
        shortcut={keyOf("work.guidelines", GUIDELINES_KEY)}
        onClose={onClose}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <div className={styles.rules} tabIndex={0}>
          <GuidelinesText guidelines={guidelines} />
        </div>
      </Frame>
    );
  }
  return (
    <Frame title={strings.page.comments} shortcut={keyOf("work.comments", COMMENTS_KEY)} onClose={onClose}>
      <Comments
        item_id={task.item.id}
        onlyOf={isBlind(task) ? person.member_id : undefined}
        autoFocus={!isKept}
        onLeave={onClose}
      />
    </Frame>
  );
}

interface FrameProps extends Pick<AsideProps, "onClose"> {
  readonly title: string;
  /** The key that opens and closes it. */
  readonly shortcut: string;
  readonly children: ReactNode;
}

/** Escape closes it, unless one types a text. */
function Frame({ title, shortcut, onClose, children }: FrameProps) {
  const press = ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key !== "Escape" || target instanceof HTMLTextAreaElement) return;
    if (target instanceof Node && currentTarget.contains(target)) onClose(); // not in a list that is open over it
  };
  return (
    <aside className={styles.talk} aria-label={title} onKeyDown={press}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Button look="quiet" onPress={onClose}>
          {everywhere.close} <kbd>{keyName(shortcut)}</kbd>
        </Button>
      </div>
      {children}
    </aside>
  );
}
