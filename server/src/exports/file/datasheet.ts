import type { Predicate } from "../../certificates/predicate.ts";
import { certificateSentence, unitOf } from "../../certificates/sentence.ts";
import {
  autoAcceptText,
  INDEPENDENCE,
  limitations,
  modelAnswersText,
  originName,
} from "../../certificates/texts.ts";
import { agreementText, protocolOf, repeatsText } from "./croissant.ts";

/**
 * `DATASHEET.md`: what a reader should know before using the data. Questions that only the owner of the data
 * can answer are left open. Source: Gebru et al., "Datasheets for datasets" (2021).
 */
export function datasheetText(predicate: Predicate): string {
  const { batch, project, revision, issued_at, annotators, labels, looks, software } = predicate;
  const answers = annotators.reduce((sum, one) => sum + one.answers, 0);
  return [
    `# Datasheet: ${escaped(project.name)}`,
    certificateSentence(predicate),
    `Batch ${batch.id}, revision ${revision}, certified ${issued_at} by Assay ${software.version}, certificate ${predicate.id}.`,
    "## Motivation",
    OWNER,
    "## Composition",
    `${batch.items} items of the annotation type \`${project.annotation_type}\`, ${predicate.excluded} of them excluded. \`dataset.jsonl\` holds every item with its label${predicate.dataset_version === undefined ? " and every answer" : ""}.`,
    table(
      ["label", "delivered", "audited", "not acceptable"],
      labels.map(({ label, delivered, audited, wrong }) => [label ?? "(others)", delivered, audited, wrong]),
    ),
    "## Collection of the items",
    OWNER,
    "## Labeling",
    ...protocolOf(predicate),
    `${annotators.length} annotators, named by pseudonyms, gave ${answers} answers. ${agreementText(predicate)}`,
    ...originsText(predicate),
    "## Quality",
    ...changedText(predicate),
    ...auditorTexts(predicate),
    table(
      [
        "audited round",
        "round of answers",
        unitOf(predicate) === "group" ? "groups" : "items",
        "checked",
        "not acceptable",
        "alpha",
        "score",
        "outcome",
      ],
      looks.map(({ look, round, N, n, d, alpha, score, outcome }) => [
        look,
        round,
        N,
        n,
        d,
        alpha,
        score,
        outcome.replace("_", " "),
      ]),
    ),
    "`audit.csv` holds the checked items of the deciding round, `certificate.dsse.json` the signed verdict.",
    "## Limits",
    limitations(predicate)
      .map((sentence) => `- ${sentence}`)
      .join("\n"),
    "## Uses, distribution, maintenance",
    OWNER,
    "",
  ].join("\n\n");
}

function originsText({ origins, auto_accepts = [], model_answers = [] }: Predicate): string[] {
  if (origins === undefined) return [];
  return [
    ...[...auto_accepts.map(autoAcceptText), ...model_answers.map(modelAnswersText)].map(escaped),
    table(
      ["made by", "labels", "audited", "not acceptable"],
      origins.map((row) => [originName(row), row.items, row.audited, row.wrong]),
    ),
  ];
}

function auditorTexts(predicate: Predicate): string[] {
  const { independence, auditors = [] } = predicate;
  if (independence === undefined) return [];
  return [
    `${auditors.length === 1 ? "1 auditor" : `${auditors.length} auditors`} checked. ${INDEPENDENCE[independence]}`,
    ...repeatsText(predicate),
  ];
}

function changedText({ looks }: Predicate): string[] {
  const { audits } = looks.at(-1) ?? {};
  if (audits === undefined) return [];
  const { labels, changed, by_rule } = audits;
  return [
    `${labels} labels were checked, ${changed} of them accepted with a small change. For ${by_rule}, the project's rules compared the reviewer's answer with the label; for ${labels - by_rule}, the reviewer said whether it is right. Where the reviewer's version differs, it is the one delivered.`,
  ];
}

const OWNER = "*To be completed by the owner of the data.*";

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => escaped(String(cell))))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Escapes a text of the project's owner. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|]/g, "\\$&").replaceAll(/\s+/g, " ");
}
