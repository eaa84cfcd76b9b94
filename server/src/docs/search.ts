import MiniSearch from "minisearch";
import type { Rendered } from "./render.ts";

/** A section that a search found. */
export interface Found {
  readonly url: string;
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  /** At most 160 characters around the first word that was found. */
  readonly excerpt: string;
}

/** The sections with all words of a query or beginnings of them, best first, at most 20; of a query the first 8 words; close spellings count, too. */
export type Search = (query: string) => Found[];

const MOST = 20;
/** Fifty letters, each the beginning of a tenth of all words, took 86 ms of a process; anybody may search. */
const MOST_WORDS = 8;
const EXCERPT = 160;

/** Indexes the sections of pages. */
export function buildIndex(pages: readonly Rendered[]): Search {
  const sections = pages.flatMap(({ url, title, sections }) =>
    sections.map(({ id, depth, heading, text }) => ({
      id: depth === 1 ? url : `${url}#${id}`,
      page: title,
      heading,
      text: text.replaceAll(/\s+/g, " ").trim(),
      isDecision: url.startsWith("/docs/adr"),
    })),
  );
  const bySection = new Map(sections.map((section) => [section.id, section]));
  const index = new MiniSearch({ fields: ["heading", "page", "text"] });
  index.addAll(sections);
  return (query) =>
    index
      .search(
        query
          .split(/[\s\p{P}]+/u)
          .slice(0, MOST_WORDS)
          .join(" "),
        {
          prefix: (term) => term.length > 1,
          fuzzy: (term) => (term.length > 4 ? 0.2 : false),
          combineWith: "AND",
          boost: { heading: 4, page: 2 },
          boostDocument: (id) => (bySection.get(id)?.isDecision ? 0.3 : 1), // guides come before the reasons for decisions
        },
      )
      .slice(0, MOST)
      .flatMap(({ id, terms }) => {
        const section = bySection.get(id);
        if (section === undefined) return [];
        const { page, heading, text } = section;
        return [{ url: section.id, page, heading, excerpt: excerptOf(text, terms) }];
      });
}

function excerptOf(text: string, terms: readonly string[]): string {
  const small = text.toLowerCase();
  const places = terms.map((term) => small.indexOf(term)).filter((place) => place >= 0);
  const begin = Math.max(0, Math.min(...places, text.length) - EXCERPT / 4);
  const start = places.length === 0 || begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
  const cut = text.slice(start, start + EXCERPT - 2);
  return `${start > 0 ? "…" : ""}${cut}${start + cut.length < text.length ? "…" : ""}`;
}
