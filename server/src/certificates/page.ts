import { createHash } from "node:crypto";
import { repeatAuditsSentence } from "@assay/domain/certification/sentences.ts";
import { sliceName, sliceResult } from "@assay/domain/certification/slices.ts";
import { auditsInWords, earnedTitle } from "@assay/domain/certification/wording.ts";
import type { JudgedLook } from "../platform/database/work-tables.ts";
import { readPredicate, readSubjects } from "./envelope.ts";
import type { Predicate } from "./predicate.ts";
import { certificateSentence, unitOf } from "./sentence.ts";
import type { CertificateRow } from "./store.ts";
import { consensusTexts, INDEPENDENCE, limitations } from "./texts.ts";

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --quiet: #8881; --good: #1a7f4b; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --good: #6fd39d; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .2rem 0 1rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.sentence { border-left: .3rem solid var(--good); background: var(--quiet); padding: .8rem 1rem; font-size: 1.1rem; }
.warning { border-left: .3rem solid var(--bad); background: var(--quiet); padding: .8rem 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
td.name { overflow-wrap: break-word; max-width: 20rem; } dt { font-weight: 600; }
code, pre { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--quiet); padding: .8rem 1rem; white-space: pre-wrap; }
@media (max-width: 30rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  table { font-size: .8rem; } th, td { padding: .3rem .25rem; }
}
`;

/** The page may load nothing except its own style. */
export const PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Shown {
  readonly row: CertificateRow;
  /** The certificate that replaced it. */
  readonly supersededBy: string | null;
  /** Failed audits of this revision's amendments. */
  readonly failedAudits: readonly JudgedLook[];
  /** The URL of the service. */
  readonly baseUrl: string;
}

/** A certificate as a page for recipients of the data; it names no person and needs no script. */
export function certificatePage({ row, supersededBy, failedAudits, baseUrl }: Shown): string {
  const predicate = readPredicate(row.envelope);
  const { project, level, score } = predicate;
  const title = `${project.name}: certified ${earnedTitle(level)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${text(title)}</title><style>${STYLE}</style></head>
<body><main>
<p>Certificate of annotated data</p>
<h1>${text(project.name)}</h1>
${warnings(row, supersededBy)}
${failedAudits.map(failedAmendment).join("\n")}
<p class="sentence">${text(certificateSentence(predicate))}</p>
<dl>
${term("Score", `${score} of 100, level ${level}`)}
${term("Labels", `${project.annotation_type}, ${predicate.batch.items} items, ${predicate.excluded} of them excluded`)}
${term("Made by", [madeBy(predicate), ...consensusTexts(predicate)].join(". "))}
${term("Batch", `${predicate.batch.id}, revision ${predicate.revision}`)}
${term("Issued", `${predicate.issued_at} by Assay ${predicate.software.version}`)}
${term("Certificate", row.id)}
</dl>
<h2>What was checked</h2>
<p>${text(checked(predicate))}</p>
${changedText(predicate)}
${auditorsTable(predicate)}
${looksTable(predicate)}
${earlierTable(predicate)}
<p>The chance that these rounds certify a batch that is not good enough is at most 5 % in all.</p>
${labelsTable(predicate)}
${slicesTable(predicate)}
<h2>Limits</h2>
<ul>${limitations(predicate)
    .map((sentence) => `<li>${text(sentence)}</li>`)
    .join("")}</ul>
<h2>The files</h2>
<p>A file is certified if it has this SHA-256:</p>
<dl>${readSubjects(row.envelope)
    .map(({ path, sha256 }) => `<dt>${text(path)}</dt><dd><code>${text(sha256)}</code></dd>`)
    .join("\n")}</dl>
<h2>How to check it yourself</h2>
<p>Unpack the bundle. The second command lists every file that was changed; it needs no network once
you have the keys:</p>
<pre>curl -o keys.json ${text(baseUrl)}/.well-known/assay-keys.json
npx assay verify FOLDER --keys keys.json</pre>
<p>The signature is Ed25519 over a DSSE envelope, made with the key <code>${text(row.envelope.signatures[0]?.keyid ?? "")}</code>;
any program that reads these can check it. <code>audit.csv</code> in the bundle holds the checked items: the score can
be computed again from it.</p>
</main></body></html>
`;
}

function warnings({ revoked_at, revoked_reason }: CertificateRow, supersededBy: string | null): string {
  const revoked =
    revoked_at === null
      ? ""
      : warning(
          `Revoked on ${revoked_at.toISOString()}: do not rely on this certificate. ${revoked_reason ?? ""}`,
        );
  const superseded =
    supersededBy === null
      ? ""
      : `<p class="warning">A newer revision replaces this certificate: <a href="/certificates/${supersededBy}">${supersededBy}</a></p>`;
  return revoked + superseded;
}

function failedAmendment({ look, n, d, N }: JudgedLook): string {
  const found =
    n === 0
      ? "before anybody checked it"
      : `its audit found ${d} of ${n} wrong, of ${N} (audited round ${look})`;
  return warning(
    `An amendment of this batch failed: ${found}. This certificate covers the labels from before the amendment.`,
  );
}

function warning(words: string): string {
  return `<p class="warning">${text(words.trim())}</p>`;
}

function madeBy({ annotators }: Predicate): string {
  const answers = annotators.reduce((sum, one) => sum + one.answers, 0);
  return `${annotators.length} annotators with ${answers} answers`;
}

function checked(predicate: Predicate): string {
  const { mode, independent, N, n } = predicate;
  const isGrouped = unitOf(predicate) === "group";
  const of = isGrouped ? `${N} groups of items, each with all its labels` : String(N);
  const how = {
    verify: `Reviewers looked at the label${isGrouped ? "s" : ""} of ${n} of ${of}, drawn at random: they accepted it, changed it a little or called it wrong.`,
    blind: `Reviewers answered ${n} of ${of}, drawn at random, without seeing the label, which was then compared.`,
    agreement: `No label was checked: ${n} of ${N} have two answers or more, and these were compared.`,
  };
  const { stages } = predicate.looks.at(-1) ?? {};
  const plan =
    stages === undefined ? "" : ` The plan was ${auditsInWords(stages, { unit: unitOf(predicate) })}.`;
  const alone = independent ? "" : " The reviewers had made these labels themselves.";
  return `${how[mode]}${plan}${alone}`;
}

/** Each auditor of the deciding round, how certain it is that they are others than the annotators, and repeat audits. */
function auditorsTable({ independence, auditors = [], looks }: Predicate): string {
  if (independence === undefined) return "";
  const rows = auditors.map(({ auditor, audits, wrong, slice_audits = 0, signed_in, annotated }) => [
    auditor,
    ...[slice_audits === 0 ? String(audits) : `${audits} and ${slice_audits} for slices`, String(wrong)],
    signed_in ? "signed in" : "named by a key",
    annotated ? "yes" : "no",
  ]);
  const head = ["Auditor", "Checked", "Found wrong", "Identity", "Also annotated in this batch"];
  const { repeat_audits } = looks.at(-1) ?? {};
  const repeats = repeat_audits && `<p>${text(repeatAuditsSentence(repeat_audits))}</p>`;
  return `<h2>Who checked</h2><p>${text(INDEPENDENCE[independence])}</p>${table(head, rows)}${repeats ?? ""}`;
}

/** How many of the accepted labels were changed, in numbers for each certificate with an audit. */
function changedText({ looks, mode }: Predicate): string {
  const { audits } = looks.at(-1) ?? {};
  if (audits === undefined || mode === "agreement") return "";
  const { labels, changed, by_rule } = audits;
  const share = labels === 0 ? 0 : Math.round((1000 * changed) / labels) / 10;
  const rule =
    by_rule === 0
      ? "The reviewers said of each label whether it is right."
      : `The tolerance decided ${by_rule} of ${labels}.`;
  return `<p>Accepted with a small change: ${changed} of ${labels} checked labels (${share} %). ${rule} Where the reviewer's version differs, it is the one delivered.</p>`;
}

function looksTable({ looks }: Predicate): string {
  const rows = looks.map(({ look, N, n, d, alpha, score, outcome }) => [
    String(look),
    ...[N, n, d].map(String),
    `${Number((100 * alpha).toPrecision(4))}\u00a0%`,
    String(score),
    outcome.replace("_", " "),
  ]);
  return table(["Round", "Of", "Checked", "Wrong", "Risk", "Score", "Outcome"], rows);
}

function earlierTable({ earlier = [] }: Predicate): string {
  if (earlier.length === 0) return "";
  const rows = earlier.map(({ batch_id, shared_items, rounds, outcome, at }) => [
    batch_id,
    ...[shared_items, rounds].map(String),
    outcome,
    at ?? "–",
  ]);
  return `<h2>Earlier audits of the same items</h2>${table(["Batch", "Shared items", "Rounds", "Outcome", "At"], rows)}`;
}

function labelsTable({ labels }: Predicate): string {
  if (labels.length === 0) return "";
  const rows = labels.map(({ label, delivered, audited, wrong }) => [
    label ?? "(others)",
    ...[delivered, audited, wrong].map(String),
  ]);
  return `<h2>By label</h2>${table(["Label", "Delivered", "Checked", "Wrong"], rows)}`;
}

function slicesTable({ looks }: Predicate): string {
  const { slices = [], alpha } = looks.at(-1) ?? { alpha: 0 };
  if (slices.length === 0) return "";
  const rows = slices.map((slice) => [
    sliceName(slice),
    ...[slice.N, slice.n, slice.d].map(String),
    sliceResult(slice),
  ]);
  const confidence = Number((100 * (1 - alpha)).toPrecision(4));
  return `<h2>By slice of the data</h2>
<p>With ${confidence}\u00a0% confidence, all results of this table are true at the same time.</p>
${table(["Slice", "Of", "Checked", "Wrong", "Result"], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map(([name = "", ...cells]) => {
    const others = cells.map((cell) => `<td>${text(cell)}</td>`).join("");
    return `<tr><td class="name">${text(name)}</td>${others}</tr>`;
  });
  const heading = head.map((name) => `<th scope="col">${text(name)}</th>`).join("");
  return `<div class="wide"><table><thead><tr>${heading}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

function term(name: string, value: string): string {
  return `<dt>${text(name)}</dt><dd>${text(value)}</dd>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text of the account, escaped. */
function text(words: string): string {
  return words.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
