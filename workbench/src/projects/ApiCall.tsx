import { useState } from "react";
import { Button } from "../design/Button.tsx";
import { Panel } from "../design/Panel.tsx";
import styles from "./ApiCall.module.css";

/** Commands that do what the form does, to be copied. */
export function ApiCall({ commands }: { readonly commands: string }) {
  const [copied, setCopied] = useState<string>();
  return (
    <Panel
      title="The same by API"
      aside={
        <Button
          look="quiet"
          onPress={() => void navigator.clipboard.writeText(commands).then(() => setCopied(commands))}
        >
          {copied === commands ? "Copied" : "Copy"}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys */}
      <section className={styles.code} tabIndex={0} aria-label="Commands">
        <pre>
          <code>{commands}</code>
        </pre>
      </section>
    </Panel>
  );
}
