import ReactMarkdown, { type Components } from "react-markdown";
import styles from "./Markdown.module.css";

interface MarkdownProps {
  readonly children: string;
  /** Whether images are fetched. Others' texts could watch the reader through them, so that a link stands there. */
  readonly hasImages?: boolean;
}

/** Markdown as it reads; HTML in it is shown as it is written. Links open beside the page. */
export function Markdown({ children, hasImages = false }: MarkdownProps) {
  return (
    <div className={styles.markdown} dir="auto">
      <ReactMarkdown components={hasImages ? LINKS : LINKS_ONLY}>{children}</ReactMarkdown>
    </div>
  );
}

const LINKS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ),
};

const LINKS_ONLY: Components = {
  ...LINKS,
  img: ({ src, alt }) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer">
      {alt || "image"}
    </a>
  ),
};
