import { strings as all } from "#strings/projects.ts";
import { CopyButton } from "../design/CopyButton.tsx";
import { Panel } from "../design/Panel.tsx";
import styles from "./ApiCall.module.css";

const strings = all.api;

/** Shell commands that do the same as the form, with a button to copy them. */
export function ApiCall({ commands }: { readonly commands: string }) {
  return (
    <Panel title={strings.title} aside={<CopyButton look="quiet" text={commands} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys */}
      <section className={styles.code} tabIndex={0} aria-label={strings.commands}>
        <pre>
          <code>{commands}</code>
        </pre>
      </section>
    </Panel>
  );
}
