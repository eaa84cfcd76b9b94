import { useState } from "react";
import { Button } from "../design/Button.tsx";
import styles from "./Members.module.css";

/** A link that is shown this once, to be copied. */
export function InvitationLink({ url }: { readonly url: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={styles.link}>
      <code className={styles.url}>{url}</code>
      <Button
        onPress={() => {
          void navigator.clipboard.writeText(url).then(() => setCopied(true));
        }}
      >
        {isCopied ? "Copied" : "Copy link"}
      </Button>
    </div>
  );
}
