import manifest from "../../package.json" with { type: "json" };
import { type Command, noArgument } from "../command.ts";
import { manPage } from "../man-page.ts";

/** `assay man`, the page of `commands`. */
export function manOf(commands: () => readonly Command[]): Command {
  return {
    usage: "man",
    summary: "Print the man page",
    options: {},
    examples: ["assay man | man -l -", "assay man > /usr/local/share/man/man1/assay.1"],
    async run(input, terminal) {
      noArgument(input);
      terminal.print(manPage(commands(), manifest.version));
    },
  };
}
