import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeHtml } from "../platform/html.ts";
import { listPages, ROOT, urlOf } from "./files.ts";
import { type KeptText, keep } from "./kept-text.ts";
import { type Rendered, render, type Source, titleOf } from "./render.ts";
import { buildIndex, type Found, type Search } from "./search.ts";

/** The pages of /docs. */
export interface Site {
  /** A whole page; undefined if there is none at `url`. */
  page(url: string): KeptText | undefined;
  /** The page with what a search found. */
  results(query: string): string;
  /** A page that says why there is none for the address. */
  notice(url: string, title: string, sentence: string): string;
  readonly search: Search;
}

/** Reads and renders all pages, which takes a tenth of a second. */
export async function loadSite(): Promise<Site> {
  const sources: Source[] = [];
  for (const file of await listPages()) {
    const url = urlOf(file);
    if (url !== undefined) sources.push({ file, url, markdown: await readFile(join(ROOT, file), "utf8") });
  }
  const titles = new Map(sources.map(({ url, markdown }) => [url, titleOf(markdown) ?? url]));
  const pages = new Map(sources.map((source) => [source.url, render(source, titles)]));
  const contents = contentsOf(pages);
  const search = buildIndex([...pages.values()]);
  const whole = new Map(
    [...pages].map(([url, page]) => [url, keep("text/html", layout({ ...page, contents }))]),
  );
  return {
    page: (url) => whole.get(url),
    results: (query) =>
      layout({
        url: "/docs/search",
        title: "Search",
        html: resultList(query, search(query)),
        contents,
        query,
      }),
    notice: (url, title, sentence) =>
      layout({ url, title, html: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`, contents }),
    search,
  };
}

interface Chapter {
  readonly title: string;
  readonly links: readonly { readonly url: string; readonly title: string }[];
}

/** The rows of the table of contents by their first column, which is empty where it is as above. */
function contentsOf(pages: ReadonlyMap<string, Rendered>): Chapter[] {
  const chapters: { title: string; links: { url: string; title: string }[] }[] = [];
  for (const [, role = "", rest = ""] of (pages.get("/docs")?.html ?? "").matchAll(
    /<tr><td>(.*?)<\/td>(.*?)<\/tr>/g,
  )) {
    if (role !== "") chapters.push({ title: role, links: [] });
    for (const [, url = "", text = ""] of rest.matchAll(/<a href="([^"]+)">(.*?)<\/a>/g)) {
      chapters.at(-1)?.links.push({ url, title: text });
    }
  }
  return chapters;
}

interface Shown {
  readonly url: string;
  readonly title: string;
  readonly html: string;
  readonly contents: readonly Chapter[];
  readonly sections?: Rendered["sections"];
  readonly query?: string;
}

/** The same around every page. The contents follow the text, so that a phone shows the text first. */
function layout({ url, title, html, contents, sections = [], query = "" }: Shown): string {
  const chapters = contents.map(
    ({ title: chapter, links }) =>
      `<h2>${chapter}</h2><ul>${links
        .map(
          (link) =>
            `<li><a href="${link.url}"${link.url === url ? ' aria-current="page"' : ""}>${link.title}</a></li>`,
        )
        .join("")}</ul>`,
  );
  const parts = sections.filter(({ depth }) => depth === 2);
  const here = parts
    .map(({ id, heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`)
    .join("");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Assay</title><link rel="icon" href="/icon.svg">
<script src="/docs/site.js"></script><link rel="stylesheet" href="/docs/site.css"></head>
<body>
<header>
<a class="skip" href="#text">Skip to the text</a>
<a class="brand" href="/docs"><strong>Assay</strong> Docs</a>
<form action="/docs/search" role="search"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="100" required autocomplete="off"
 placeholder="Search ( / )" aria-label="Search the documentation"></form>
<a class="menu" href="#contents">Contents</a>
<a class="out" href="/">Workbench</a>
</header>
<div class="columns">
<main id="text">
${html}
</main>
${parts.length > 1 ? `<aside id="here" aria-label="On this page"><h2>On this page</h2><ul>${here}</ul></aside>` : ""}
<nav id="contents" aria-label="Contents">${chapters.join("\n")}</nav>
</div>
</body></html>
`;
}

function resultList(query: string, found: readonly Found[]): string {
  const items = found.map(
    ({ url, page, heading, excerpt }) =>
      `<li><a href="${url}">${escapeHtml(heading)}</a> <span class="quiet">${escapeHtml(page)}</span><p>${escapeHtml(excerpt)}</p></li>`,
  );
  const list =
    items.length > 0
      ? `<ol class="results">${items.join("\n")}</ol>`
      : "<p>Nothing found. Try fewer or other words.</p>";
  return `<h1>Search: ${escapeHtml(query)}</h1>\n${list}`;
}
