import type { ComponentProps } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import { strings } from "#strings/everywhere.ts";
import styles from "./Markdown.module.css";
import { markdownTables } from "./markdown-tables.ts";

interface MarkdownProps {
  readonly children: string;
  /**
   * Whether images are shown. In texts from others an image is shown as a link, because loading it would tell its
   * host who reads it.
   */
  readonly hasImages?: boolean;
}

/**
 * Renders Markdown with tables; HTML in it is shown as text. Links open in a new tab; headings rank below those of
 * screens.
 */
export function Markdown({ children, hasImages = false }: MarkdownProps) {
  return (
    <div className={styles.markdown} dir="auto">
      <ReactMarkdown remarkPlugins={PLUGINS} components={hasImages ? LINKS : LINKS_ONLY}>
        {children}
      </ReactMarkdown>
    </div>
  );
}

const PLUGINS = [markdownTables];

const LINKS: Components = {
  h1: "h4",
  h2: "h5",
  h3: "h6",
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ),
  table: ({ children }) => <Wide>{children}</Wide>,
};

/** A table that scrolls sideways by itself where it is wider than the text. */
function Wide({ children }: Pick<ComponentProps<"table">, "children">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.wide} aria-label={strings.table} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

const LINKS_ONLY: Components = {
  ...LINKS,
  img: ({ src, alt }) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer">
      {alt || "image"}
    </a>
  ),
};
