import { createHash } from "node:crypto";
import { LEVELS } from "@assay/domain/certification/levels.ts";
import { repeatAuditsSentence } from "@assay/domain/certification/sentences.ts";
import { sliceName, sliceResult } from "@assay/domain/certification/slices.ts";
import {
  auditsInWords,
  counted,
  earnedTitle,
  levelTitle,
  NOUNS,
  written,
} from "@assay/domain/certification/wording.ts";
import type { JudgedLook } from "../platform/database/work-tables.ts";
import { escapeHtml } from "../platform/html.ts";
import type { OriginRow } from "./coverage.ts";
import { readPredicate, readSubjects } from "./envelope.ts";
import { STYLE } from "./page-style.ts";
import type { Predicate } from "./predicate.ts";
import { certificateSentence, unitOf } from "./sentence.ts";
import type { CertificateRow } from "./store.ts";
import {
  autoAcceptText,
  consensusTexts,
  INDEPENDENCE,
  limitations,
  modelAnswersText,
  originName,
} from "./texts.ts";

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
  const { project, level } = predicate;
  const title = `${project.name}: certified ${earnedTitle(level)}`;
  return documentOf(
    title,
    `<header>
${seal(predicate, row.revoked_at !== null)}
<div><p class="kind">Certificate of annotated data</p>
<h1>${escapeHtml(project.name)}</h1>
<p class="kind">Issued ${minuteOf(predicate.issued_at)}</p></div>
</header>
${warnings(row, supersededBy)}
${failedAudits.map(failedAmendment).join("\n")}
<p class="sentence">${escapeHtml(certificateSentence(predicate))}</p>
${scoreBar(predicate)}
${confidenceText(predicate)}
<dl>
${term("Labels", `${project.annotation_type.replaceAll("_", " ")}, ${counted(predicate.batch.items, "item")}, ${predicate.excluded} of them excluded`)}
${term("Annotators", [`${madeBy(predicate)}.`, ...consensusTexts(predicate)].join(" "))}
${term("Batch", `${predicate.batch.id}, revision ${predicate.revision}`)}
${term("Issued by", `Assay ${predicate.software.version}`)}
${term("Certificate", row.id)}
</dl>
<h2>What was checked</h2>
<p>${escapeHtml(checked(predicate))}</p>
${changedText(predicate)}
${auditorsTable(predicate)}
${looksTable(predicate)}
${earlierTable(predicate)}
${labelsTable(predicate)}
${originsTable(predicate)}
${slicesTable(predicate)}
<h2>What it does not say</h2>
<ul>${limitations(predicate)
      .map((sentence) => `<li>${escapeHtml(sentence)}</li>`)
      .join("")}</ul>
<h2>The files</h2>
<p>A file is certified if it has this SHA-256:</p>
<dl>${readSubjects(row.envelope)
      .map(({ path, sha256 }) => `<dt>${escapeHtml(path)}</dt><dd><code>${escapeHtml(sha256)}</code></dd>`)
      .join("\n")}</dl>
<h2>How to check it yourself</h2>
<p>Ask whoever gave you the data for the bundle, which has the data and this certificate. Unpack it into a folder, here
FOLDER. The first command downloads the keys of the service. The second, which needs no network, lists every file that was
changed since this certificate, and checks that the audited items are those of the random draw:</p>
<pre>curl -o keys.json ${escapeHtml(baseUrl)}/.well-known/assay-keys.json
npx assay verify FOLDER --keys keys.json</pre>
<p>This shows that the service at ${escapeHtml(baseUrl)} certified exactly these files. It cannot show that the reviewers are right, or
that you can trust whoever runs the service.</p>
<p>The signature is Ed25519 over a DSSE envelope, made with the key <code>${escapeHtml(row.envelope.signatures[0]?.keyid ?? "")}</code>;
any program that reads these can check it. <code>audit.csv</code> in the bundle lists the checked items with their
verdicts: you can compute the score again from it.</p>`,
  );
}

/** For somebody who opened an address without a certificate: an old or mistyped link. */
export function noCertificatePage(id: string): string {
  return documentOf(
    "Certificate not found",
    `<h1>Certificate not found</h1>
<p>This service has no certificate <code>${escapeHtml(id)}</code>. The link may be incomplete, or the certificate's account was deleted.</p>
<ul>
<li>Compare the address with the one that you were given.</li>
<li>Have you got the data with its certificate? <a href="/docs/certificate">Check it without this page</a>.</li>
<li>Did you make the data? <a href="/projects">Open your projects</a>: each certified batch links to its certificate.</li>
</ul>`,
  );
}

function documentOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>
${content}
</main></body></html>
`;
}

const SEAL_POINTS = 24;

/**
 * A round seal with the score, gray if nobody checked a label, or with a cross if the certificate is revoked; the text
 * says all of it.
 */
function seal({ score, mode }: Predicate, isRevoked: boolean): string {
  const kind = isRevoked ? " revoked" : mode === "agreement" ? " unchecked" : "";
  const corners = Array.from({ length: 2 * SEAL_POINTS }, (_, place) => {
    const [angle, radius] = [(Math.PI * place) / SEAL_POINTS, place % 2 === 0 ? 58 : 53];
    return `${(60 + radius * Math.sin(angle)).toFixed(1)},${(60 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  const inside = isRevoked
    ? `<path d="M42 42 78 78M78 42 42 78" class="mark"/>`
    : `<text x="60" y="66" class="score">${score}</text><text x="60" y="84" class="of">of 100</text>`;
  return `<svg class="seal${kind}" viewBox="0 0 120 120" aria-hidden="true">
<polygon points="${corners.join(" ")}"/><circle cx="60" cy="60" r="45"/>${inside}</svg>`;
}

/** The score beside what the level needs, as a bar from 0 to 100 and in words. */
function scoreBar({ score, level }: Predicate): string {
  const isAudited = level !== "agreement";
  const tick = isAudited
    ? `<rect class="need" x="${LEVELS[level].score}%" y="0" width="2" height="24"/>`
    : "";
  const needed = isAudited
    ? `<span>The level ${levelTitle(level)} needs ${LEVELS[level].score}</span>`
    : "<span>Agreement of annotators, not a level</span>";
  return `<div class="bar"><svg width="100%" height="24" aria-hidden="true">
<rect class="all" y="5" width="100%" height="14" rx="4"/><rect class="sure" y="5" width="${score}%" height="14" rx="4"/>${tick}</svg>
<p><span><strong>Score ${score} of 100</strong></span>${needed}</p></div>`;
}

function warnings({ revoked_at, revoked_reason }: CertificateRow, supersededBy: string | null): string {
  const revoked =
    revoked_at === null
      ? ""
      : warning(
          `Revoked on ${minuteOf(revoked_at.toISOString())}: do not rely on this certificate. ${revoked_reason ?? ""}`,
        );
  const superseded =
    supersededBy === null
      ? ""
      : `<p class="warning">A newer revision replaces this certificate: <a href="/certificates/${supersededBy}">${supersededBy}</a></p>`;
  return revoked + superseded;
}

function failedAmendment({ look, n, d, N, unit = "item" }: JudgedLook): string {
  const found =
    n === 0
      ? "before anybody checked it"
      : `round ${look} checked ${n} of ${counted(N, unit)} and found ${d} wrong`;
  return warning(
    `Somebody changed labels of this batch later, and the audit of the changed batch failed: ${found}. This certificate covers the labels from before that amendment.`,
  );
}

function warning(words: string): string {
  return `<p class="warning">${escapeHtml(words.trim())}</p>`;
}

function madeBy({ annotators }: Predicate): string {
  const answers = annotators.reduce((sum, one) => sum + one.answers, 0);
  return `${annotators.length}, with ${counted(answers, "answer")}`;
}

/** What 95 % confidence is, for a reader without statistics; empty if no sample was drawn. */
function confidenceText(predicate: Predicate): string {
  const { mode, score, n, N } = predicate;
  if (mode === "agreement" || n === N) return "";
  const { many } = NOUNS[unitOf(predicate)];
  return `<p>95 % confidence means: if fewer than ${score} of every 100 ${many} were right, the chance of this score or a higher one would be at most 5 %, over all rounds of the audit.</p>`;
}

function checked(predicate: Predicate): string {
  const { mode, independent, N, n } = predicate;
  const isGrouped = unitOf(predicate) === "group";
  const many = isGrouped ? "groups of items" : "items";
  const drawn =
    n === N ? `all ${written(N)} ${many}` : `${written(n)} of ${written(N)} ${many}, drawn at random`;
  const grouped = isGrouped
    ? " A group is right if the labels of all its items are; a wrong one makes the group wrong."
    : "";
  const how = {
    verify: `Reviewers saw the labels of ${drawn}. They accepted each label as it is, accepted it with a small change, or called it wrong.${grouped}`,
    blind: `Reviewers answered ${drawn}, without seeing the labels, which were then compared with their answers.${grouped}`,
    agreement: `No label was checked: ${n} of ${N} have two answers or more, and these were compared.`,
  };
  const { stages } = predicate.looks.at(-1) ?? {};
  const plan =
    stages === undefined
      ? ""
      : ` The plan, fixed before the first audit: ${auditsInWords(stages, { unit: unitOf(predicate) })}.`;
  const alone = independent ? "" : " The reviewers had made these labels themselves.";
  return `${how[mode]}${plan}${alone}`;
}

/** Each auditor of the deciding round, how certain it is that they are others than the annotators, and repeat audits. */
function auditorsTable(predicate: Predicate): string {
  const { independence, auditors = [], looks } = predicate;
  if (independence === undefined) return "";
  const rows = auditors.map(({ auditor, audits, wrong, slice_audits = 0, signed_in, annotated }) => [
    auditor,
    ...[slice_audits === 0 ? String(audits) : `${audits} and ${slice_audits} for slices`, String(wrong)],
    signed_in ? "signed in" : "named by a key",
    annotated ? "yes" : "no",
  ]);
  const head = ["Auditor", "Checked", "Found wrong", "Identity", "Also annotated this batch"];
  const { repeat_audits } = looks.at(-1) ?? {};
  const repeats = repeat_audits && `<p>${escapeHtml(repeatAuditsSentence(repeat_audits))}</p>`;
  const note = auditorsNote(predicate);
  return `<h2>Who checked</h2><p>${escapeHtml(INDEPENDENCE[independence])}</p>${table(head, rows)}${note}${repeats ?? ""}`;
}

/** Why the auditors' numbers do not add up to those of the rounds; empty if they do. */
function auditorsNote(predicate: Predicate): string {
  const { counted_wrong: unanswered = 0 } = predicate.skipped_audits ?? {};
  const grouped =
    unitOf(predicate) === "group" ? ["This table counts items, the table of rounds counts groups."] : [];
  const skipped =
    unanswered === 0
      ? []
      : [
          `The rounds also count ${counted(unanswered, "item")} that no auditor answered, as ${unanswered === 1 ? "a wrong one" : "wrong ones"}.`,
        ];
  const note = [...grouped, ...skipped].join(" ");
  return note === "" ? "" : `<p>${escapeHtml(note)}</p>`;
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
      : `For ${by_rule} of ${labels}, the reviewer gave their own answer: the label is right if the project's rules count it as the same.`;
  return `<p>Accepted with a small change: ${changed} of ${labels} checked labels (${share} %). ${rule} Where the reviewer's version differs, it is the one delivered.</p>`;
}

function looksTable({ looks, earlier_rounds = 0 }: Predicate): string {
  const rows = looks.map(({ look, N, n, d, alpha, score, outcome }) => [
    String(look),
    ...[N, n, d].map(written),
    `${Number((100 * alpha).toPrecision(2))}\u00a0%`,
    String(score),
    outcome.replace("_", " "),
  ]);
  const before =
    earlier_rounds === 0 ? "" : ` Round numbers continue from the earlier audits of the same items, below.`;
  return `<h2>Rounds of the audit</h2>
<p>A batch that fails can be corrected and checked again, in another round with a new sample. Each round has a smaller
risk: the chance that its score is too high. Over all rounds, this chance is at most 5 %.${before}</p>
${table(["Round", "Of", "Checked", "Wrong", "Risk", "Score", "Outcome"], rows)}`;
}

function earlierTable({ earlier = [] }: Predicate): string {
  if (earlier.length === 0) return "";
  const rows = earlier.map(({ batch_id, shared_items, rounds, outcome, at }) => [
    batch_id,
    ...[shared_items, rounds].map(written),
    outcome,
    at === null ? "–" : minuteOf(at),
  ]);
  return `<h2>Earlier audits of the same items</h2>${table(["Batch", "Shared items", "Rounds", "Outcome", "Ended"], rows)}`;
}

function labelsTable({ labels }: Predicate): string {
  if (labels.length === 0) return "";
  const rows = labels.map(({ label, delivered, audited, wrong }) => [
    label ?? "(others)",
    ...[delivered, audited, wrong].map(written),
  ]);
  return `<h2>By label</h2>${table(["Label", "Delivered", "Checked", "Wrong"], rows)}`;
}

/** The labels that models made, and all others in one row: annotators can read the page, and must not learn of known answers. */
function originsTable({ origins = [], auto_accepts = [], model_answers = [] }: Predicate): string {
  const models = origins.filter(({ origin }) => origin === "model");
  const texts = [...auto_accepts.map(autoAcceptText), ...model_answers.map(modelAnswersText)];
  if (models.length === 0 && texts.length === 0) return "";
  const others = origins.filter(({ origin }) => origin !== "model");
  const sum = (count: (row: OriginRow) => number) => others.reduce((all, row) => all + count(row), 0);
  const people = [sum(({ items }) => items), sum(({ audited }) => audited), sum(({ wrong }) => wrong)];
  const rows = models.map((row) => [originName(row), ...[row.items, row.audited, row.wrong].map(written)]);
  rows.push(["people", ...people.map(written)]);
  const paragraphs = texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
  return `<h2>By source of the label</h2>${paragraphs}${table(["Source", "Labels", "Checked", "Wrong"], rows)}`;
}

function slicesTable({ looks }: Predicate): string {
  const { slices = [], alpha, unit } = looks.at(-1) ?? { alpha: 0 };
  if (slices.length === 0) return "";
  const rows = slices.map((slice) => [
    sliceName(slice),
    ...[slice.N, slice.n, slice.d].map(written),
    sliceResult(slice),
  ]);
  const confidence = Number((100 * (1 - alpha)).toPrecision(4));
  const counts = unit === "group" ? "groups, each under the values of its first item" : "items";
  return `<h2>By slice of the data</h2>
<p>A slice is the part of the data with the same value of a property, such as one language. The table counts ${counts}. How many it checks in
a slice is fixed before the first audit, so they add up to fewer than the audit checked in all, or to more. With ${confidence}\u00a0% confidence, all
results are true at the same time.</p>
${table(["Slice", "Of", "Checked", "Wrong", "Result"], rows)}`;
}

/** A table; with more columns than fit on a phone, each row becomes a list there. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map((cells) => {
    const marked = cells.map(
      (cell, index) =>
        `<td${index === 0 ? ' class="name"' : ""} data-head="${escapeHtml(head[index] ?? "")}">${escapeHtml(cell)}</td>`,
    );
    return `<tr>${marked.join("")}</tr>`;
  });
  const heading = head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join("");
  const kind = head.length > 4 ? ' class="stacked"' : "";
  return `<div class="wide"><table${kind}><thead><tr>${heading}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

/** `2026-11-23 07:53 UTC` */
function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}

function term(name: string, value: string): string {
  return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`;
}
