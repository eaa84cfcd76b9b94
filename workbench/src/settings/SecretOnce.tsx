import { strings } from "#strings/settings.ts";
import { CopyButton } from "../design/CopyButton.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./Settings.module.css";

/** A secret that is shown only once, with a button that copies it. */
export function SecretOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  return (
    <Notice tone="good" title={title}>
      <p className={styles.quiet}>{strings.secret}</p>
      <div className={styles.bar}>
        <code className={styles.secret}>{secret}</code>
        <CopyButton text={secret} />
      </div>
    </Notice>
  );
}
