import { strings } from "#strings/settings.ts";
import { Notice } from "../design/Notice.tsx";
import { TextToCopy } from "../design/TextToCopy.tsx";
import styles from "./Settings.module.css";

/** A secret that is shown only once, with a button that copies it. It takes the focus. */
export function SecretOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  return (
    <Notice tone="good" title={title}>
      <p className={styles.quiet}>{strings.secret}</p>
      <TextToCopy key={secret} label={title} text={secret} autoFocus />
    </Notice>
  );
}
