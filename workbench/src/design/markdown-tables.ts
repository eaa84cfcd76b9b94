import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

/** A plugin of remark that reads the tables of GitHub's Markdown. remark-gfm would bring footnotes and task lists too. */
export function markdownTables(this: { data(): object }): void {
  Object.assign(this.data(), {
    micromarkExtensions: [gfmTable()],
    fromMarkdownExtensions: [gfmTableFromMarkdown()],
  });
}
