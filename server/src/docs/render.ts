import { posix } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "../platform/html.ts";
import { urlOf } from "./files.ts";

/** A heading and what stands under it until the next one. */
export interface Section {
  /** What a link to the heading has after `#`, made as GitHub does; empty for what stands above the first heading. */
  readonly id: string;
  readonly depth: number;
  readonly heading: string;
  /** Without marks of Markdown. */
  readonly text: string;
}

/** A Markdown file of the repository as a part of an HTML page. */
export interface Rendered {
  /** The address of the page. */
  readonly url: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** A Markdown file of the repository. */
export interface Source {
  /** Its path from the top of the repository. */
  readonly file: string;
  /** The address of its page. */
  readonly url: string;
  readonly markdown: string;
}

/** The first heading of a Markdown file; undefined if it has none. */
export function titleOf(markdown: string): string | undefined {
  const heading = new Marked({ gfm: true }).lexer(markdown).find(({ type }) => type === "heading");
  return heading === undefined ? undefined : plain(heading);
}

/**
 * Renders a file. Its links lead to pages where the service has them, and are plain text elsewhere. A link whose text is the name of a
 * file shows the title of the page, by `titles` of the addresses: a reader of the pages knows no files.
 */
export function render({ file, url, markdown }: Source, titles: ReadonlyMap<string, string>): Rendered {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(markdown);
  const { sections, ids } = sectionsOf(tokens);
  marked.use({
    renderer: {
      heading(token) {
        const id = ids.get(token) ?? "";
        const text = this.parser.parseInline(token.tokens);
        const anchor =
          token.depth === 1 ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to here">#</a>`;
        return `<h${token.depth} id="${id}">${text}${anchor}</h${token.depth}>\n`;
      },
      link({ href, tokens, text: written }) {
        const target = resolveLink(file, href);
        const title = FILE_NAME.test(written) ? titles.get(target?.split("#", 1)[0] ?? "") : undefined;
        const text = title === undefined ? this.parser.parseInline(tokens) : escapeHtml(title);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      image({ href, text }) {
        const source = resolveLink(file, href) ?? "";
        return `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: "td" | "th") =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((row) => cells(row, "td")).join("\n");
        return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      code({ text, lang }) {
        return `<pre tabindex="0"><code${lang ? ` data-language="${escapeHtml(lang)}"` : ""}>${escapeHtml(text)}</code></pre>\n`;
      },
      html: () => "", // only comments, for the test that runs the snippets
    },
  });
  return { url, title: titles.get(url) ?? url, html: marked.parser(tokens), sections };
}

/** `guide.md`, `folder/README.md` or `folder/`. */
const FILE_NAME = /^[\w./-]+(?:\.md|\/)$/;

/** Where a link of `file` leads on the site; undefined for a file that only the repository has. */
function resolveLink(file: string, href: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = "", fragment] = href.split("#", 2);
  const url = urlOf(posix.join(posix.dirname(file), path));
  return url !== undefined && fragment !== undefined ? `${url}#${fragment}` : url;
}

/** The sections of a page, and the id of each heading. */
function sectionsOf(tokens: readonly Token[]): { sections: Section[]; ids: ReadonlyMap<Token, string> } {
  const ids = new Map<Token, string>();
  const sections: (Section & { text: string })[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = plain(token);
      const slug = slugOf(heading);
      const before = sections.filter((section) => slugOf(section.heading) === slug).length;
      const id = before === 0 ? slug : `${slug}-${before}`;
      ids.set(token, id);
      sections.push({ id, heading, depth: token.depth, text: "" });
      continue;
    }
    const last = sections.at(-1);
    if (last !== undefined && token.type !== "html") last.text += `${plain(token)} `;
  }
  return { sections, ids };
}

/** As GitHub makes it, so that a link works there and here. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** The text of a token without its marks. */
function plain(token: Token | Tokens.TableCell): string {
  if ("type" in token) {
    if (token.type === "table") {
      return [...token.header, ...token.rows.flat()].map((cell: Tokens.TableCell) => plain(cell)).join(" ");
    }
    if (token.type === "list") return token.items.map((item: Tokens.ListItem) => plain(item)).join(" ");
  }
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(plain).join("");
  return "text" in token && typeof token.text === "string" ? token.text : " ";
}
