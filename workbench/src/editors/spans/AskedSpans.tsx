import { useEffect, useState } from "react";
import { strings as canvas } from "#strings/canvas.ts";
import { strings } from "#strings/editors/spans.ts";
import { Button } from "../../design/Button.tsx";
import { AskBar } from "../AskBar.tsx";
import type { Assist } from "../assist.ts";
import type { EditorProps } from "../editor.ts";
import { isSpan, type SpanEntry } from "./answer.ts";
import { addFound } from "./edits.ts";
import styles from "./Spans.module.css";

interface AskedSpansProps extends Pick<EditorProps, "document"> {
  readonly assist: Assist;
  /** What the model found and nobody has kept or discarded; the text shows it. */
  readonly proposed: readonly SpanEntry[];
  readonly propose: (spans: readonly SpanEntry[]) => void;
  /** The text of a span, shortened. */
  readonly excerpt: (span: SpanEntry) => string;
  /** Scrolls a span into view. */
  readonly onReveal: (span: SpanEntry) => void;
}

/** Asks the project's model for spans by a text. What it finds is kept or discarded, each span or all. */
export function AskedSpans(props: AskedSpansProps) {
  const { assist, document: answer, proposed, propose, excerpt, onReveal } = props;
  const [said, say] = useState("");
  useEffect(() => () => propose([]), [propose]);
  const ask = async (text: string) => {
    propose([]);
    say(canvas.assist.asking);
    try {
      const spans = (await assist({ points: [], text })).filter(isSpan);
      propose(spans);
      say(spans.length === 0 ? strings.foundNone : strings.foundByModel(spans.length));
    } catch (fault) {
      say(fault instanceof Error ? fault.message : String(fault));
    }
  };
  const end = (message: string, rest: readonly SpanEntry[] = []) => {
    const row = document.activeElement?.closest("li"); // it goes, and the next one gets the focus
    (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector("button")?.focus();
    propose(rest);
    say(message);
  };
  return (
    <section className={styles.asked} aria-label={canvas.tools.assist}>
      <AskBar onAsk={(text) => void ask(text)} />
      <output className={styles.said}>{said}</output>
      {proposed.length > 0 && (
        <>
          <div className={styles.tools}>
            <Button autoFocus onPress={() => end(strings.addedByModel(addFound(answer, proposed)))}>
              {strings.keepAll}
            </Button>
            <Button onPress={() => end("")}>{strings.discardAll}</Button>
          </div>
          <ul className={styles.foundSpans}>
            {proposed.map((span) => {
              const rest = proposed.filter((other) => other !== span);
              const text = excerpt(span);
              const look = { look: "quiet", onFocus: () => onReveal(span) } as const;
              return (
                <li key={`${span.start} ${span.end} ${span.label}`}>
                  <Button
                    {...look}
                    aria-label={strings.keepSpan(text, span.label)}
                    onPress={() => end(strings.addedByModel(addFound(answer, [span])), rest)}
                  >
                    {canvas.keep}
                  </Button>
                  <Button
                    {...look}
                    aria-label={strings.discardSpan(text, span.label)}
                    onPress={() => end(rest.length === 0 ? "" : strings.foundByModel(rest.length), rest)}
                  >
                    {canvas.discard}
                  </Button>
                  {text} <strong>{span.label}</strong>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
