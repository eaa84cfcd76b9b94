import ReactMarkdown, { type Components } from "react-markdown";
import styles from "./Markdown.module.css";

interface MarkdownProps {
  readonly children: string;
  /**
   * Whether images are shown. In texts from others an image is shown as a link, because loading it would tell its
   * host who reads it.
   */
  readonly hasImages?: boolean;
}

/** Renders Markdown; HTML in it is shown as text. Links open in a new tab; headings rank below those of screens. */
export function Markdown({ children, hasImages = false }: MarkdownProps) {
  return (
    <div className={styles.markdown} dir="auto">
      <ReactMarkdown components={hasImages ? LINKS : LINKS_ONLY}>{children}</ReactMarkdown>
    </div>
  );
}

const LINKS: Components = {
  h1: "h4",
  h2: "h5",
  h3: "h6",
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
