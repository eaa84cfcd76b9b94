import { useState } from "react";
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
  /** The text of a span, shortened. */
  readonly excerpt: (span: SpanEntry) => string;
}

/** Asks the project's model for spans by a text, and shows them before they are taken. */
export function AskedSpans({ assist, document, excerpt }: AskedSpansProps) {
  const [found, show] = useState<readonly SpanEntry[]>([]);
  const [said, say] = useState("");
  const ask = async (text: string) => {
    show([]);
    say(canvas.assist.asking);
    try {
      const spans = (await assist({ points: [], text })).filter(isSpan);
      show(spans);
      say(spans.length === 0 ? strings.foundNone : strings.foundByModel(spans.length));
    } catch (fault) {
      say(fault instanceof Error ? fault.message : String(fault));
    }
  };
  const end = (message: string) => {
    show([]);
    say(message);
  };
  return (
    <section className={styles.asked} aria-label={canvas.tools.assist}>
      <AskBar onAsk={(text) => void ask(text)} />
      <output className={styles.said}>{said}</output>
      {found.length > 0 && (
        <>
          <ul className={styles.foundSpans}>
            {found.map((span) => (
              <li key={`${span.start} ${span.end} ${span.label}`}>
                {excerpt(span)} <strong>{span.label}</strong>
              </li>
            ))}
          </ul>
          <div className={styles.tools}>
            <Button autoFocus onPress={() => end(strings.addedByModel(addFound(document, found)))}>
              {canvas.keep}
            </Button>
            <Button onPress={() => end("")}>{canvas.discard}</Button>
          </div>
        </>
      )}
    </section>
  );
}
