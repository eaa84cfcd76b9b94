import { CopyButton } from "../design/CopyButton.tsx";
import { Panel } from "../design/Panel.tsx";
import styles from "./ApiCall.module.css";

/** Commands that do what the form does, to be copied. */
export function ApiCall({ commands }: { readonly commands: string }) {
  return (
    <Panel title="The same by API" aside={<CopyButton look="quiet" text={commands} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys */}
      <section className={styles.code} tabIndex={0} aria-label="Commands">
        <pre>
          <code>{commands}</code>
        </pre>
      </section>
    </Panel>
  );
}
