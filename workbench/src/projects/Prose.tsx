import Markdown from "react-markdown";
import styles from "./GuidelineEditor.module.css";

const LOWER = { h1: "h4", h2: "h5", h3: "h6" } as const;

/** Markdown that people wrote for people; its headings stand below those of the screen, its HTML is not read. */
export function Prose({ children }: { readonly children: string }) {
  return (
    <div className={styles.prose}>
      <Markdown components={LOWER}>{children}</Markdown>
    </div>
  );
}
