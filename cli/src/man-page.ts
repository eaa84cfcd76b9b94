import type { Command } from "./command.ts";
import { ENVIRONMENT, EVERYWHERE, EXIT_CODES, nameOf, optionsOf } from "./help.ts";

/** The man page `assay(1)` in roff, as `man` reads it (groff_man(7)). */
export function manPage(commands: readonly Command[], version: string): string {
  const sections = commands.map((command) => {
    const examples = command.examples.map((example) => `.RS 4\n.nf\n${escaped(example)}\n.fi\n.RE`);
    return [
      `.SS ${escaped(nameOf(command.usage))}`,
      `.B assay ${escaped(command.usage)}`,
      ".PP",
      escaped(command.summary),
      ...optionParagraphs(command),
      ".PP",
      ...examples,
    ].join("\n");
  });
  return [
    `.TH ASSAY 1 "" "Assay ${version}" "User Commands"`,
    ".SH NAME",
    "assay \\- the command line of Assay, the annotation data service that teams run themselves",
    ".SH SYNOPSIS",
    ".B assay",
    ".I COMMAND",
    "[\\fIOPTIONS\\fR]",
    ".SH COMMANDS",
    ...sections,
    ".SH OPTIONS OF EVERY COMMAND",
    ...optionParagraphs({ options: EVERYWHERE }),
    ".SH ENVIRONMENT",
    ".nf",
    escaped(bodyOf(ENVIRONMENT)),
    ".fi",
    ".SH EXIT STATUS",
    ".nf",
    escaped(bodyOf(EXIT_CODES)),
    ".fi",
  ].join("\n");
}

function optionParagraphs(command: Pick<Command, "options">): string[] {
  return optionsOf(command).map(([left, help]) => `.TP\n.B ${escaped(left.trim())}\n${escaped(help)}`);
}

/** Without its heading. */
function bodyOf(section: string): string {
  return section.slice(section.indexOf("\n") + 1);
}

function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/gm, "\\&$1")
    .replace(
      /[^ -~\n]/gu,
      (sign) => `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}
