import { CopyButton } from "../design/CopyButton.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./Settings.module.css";

/** A secret that is shown this once, with a button that copies it. */
export function SecretOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  return (
    <Notice tone="good" title={title}>
      <p className={styles.quiet}>It is shown this once: keep it where secrets are kept.</p>
      <div className={styles.bar}>
        <code className={styles.secret}>{secret}</code>
        <CopyButton text={secret} />
      </div>
    </Notice>
  );
}
