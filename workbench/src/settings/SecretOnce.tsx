import { useState } from "react";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./Settings.module.css";

/** A secret that is shown this once, with a button that copies it. */
export function SecretOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(secret).then(() => setCopied(true));
  return (
    <Notice tone="good" title={title}>
      <p className={styles.quiet}>It is shown this once: keep it where secrets are kept.</p>
      <div className={styles.bar}>
        <code className={styles.secret}>{secret}</code>
        <Button onPress={copy}>{isCopied ? "Copied" : "Copy"}</Button>
      </div>
    </Notice>
  );
}
