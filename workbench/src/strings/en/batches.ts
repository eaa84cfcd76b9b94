import { otherBatchesSentence } from "@assay/domain/certification/limits.ts";
import { repeatAuditsSentence } from "@assay/domain/certification/sentences.ts";
import { count, plural } from "../format.ts";
import { LOCALE } from "./locale.ts";

const allOf = new Intl.ListFormat(LOCALE);

/** The page of a batch: stages, certificate, exports and actions. */
export const strings = {
  page: {
    projects: "Projects",
    dataset: "Dataset",
    tabs: "Batch sections",
    overview: "Overview",
    agreement: "Agreement",
    annotators: "Annotators",
    models: "Models",
    exports: "Exports",
    items: "Items",
    resume: "Resume batch",
    hold: "Put batch on hold",
    exportNow: "Export now",
    suspicious: "Likely label errors",
    amend: "Amend labels…",
    settings: "Edit or delete…",
    certify: "Start an audit",
    rework: "Send back to annotators",
    challenge: "Add challenge",
    audit: "Audit",
    annotate: "Annotate",
    sentBack: "Sent back",
    sentBackBy: (name: string) => `by ${name}`,
    sentBackWhy: (reason: string) => `: ${reason}`,
  },
  status: {
    created: "created",
    processing: "processing",
    completed: "completed",
    inAudit: "in audit",
    certified: "certified",
    failed: "failed",
    inRound: (status: string, round: number) => `${status}, round ${round}`,
    onHold: (status: string) => `${status}, on hold`,
    amending: (status: string, amendment: string) => `${status}, amendment ${amendment}`,
    onRequest: "certified, if requested",
    answeredAgain: "answered again",
    auditedAgain: "audited again",
    revisionFailed: (revision: number) => `failed, revision ${revision} stays certified`,
    revisionCertified: (revision: number) => `revision ${revision} certified`,
  },
  amend: {
    title: "Amend labels",
    reason: "Reason (optional)",
    reasonHelp: "Those who answered get the items first, and read it above each.",
    choose: "Choose items",
    submit: (items: number) => `Send ${countItems(items)} back`,
    chosen: (items: number) =>
      items === 1
        ? "The item loses its label. Annotators answer it again under the newest guidelines."
        : `${items === 0 ? "The items that you choose" : `The ${countItems(items)}`} lose their labels. Annotators answer them again under the newest guidelines.`,
    audit:
      "Auditors check a new random sample of the whole batch. The new audit is a little stricter than the one before.",
    outcome: (revision: number) =>
      `If the sample passes, revision ${revision + 1} gets its own certificate. If it fails, revision ${revision} stays certified.`,
    until: (revision: number) =>
      `Until then, the batch stays certified and you download revision ${revision}. Earlier revisions stay available.`,
  },
  audit: {
    title: "Start an audit",
    submit: "Start audit",
    help: "Auditors check a random sample of the labels. The sample decides whether the batch is certified.",
  },
  challenge: {
    title: "Add a challenge",
    submit: "Start the audit",
    help: "The labels are fixed. The challenge decides which items the auditors check. You cannot change it later.",
    nonce: "Challenge",
    nonceHelp:
      "Your browser drew this one at random. A buyer of the labels can give you another. 16 to 200 letters, digits and signs, without spaces.",
  },
  rework: {
    title: "Send back to annotators",
    submit: "Send back",
    items: (items: number, wrong: number) => {
      const unsure = items - wrong;
      const why = [
        ...(wrong > 0 ? [`${wrong === 1 ? "item" : countItems(wrong)} that the audit found wrong`] : []),
        ...(unsure > 0
          ? [`${unsure === 1 ? "item" : countItems(unsure)} on which annotators disagreed`]
          : []),
      ].join(" and the ");
      return items === 0
        ? "No item goes back: the audit found no label wrong, and annotators agree. Auditors check a new sample of the same labels."
        : `The ${why} ${plural(items, { one: "loses its label and goes", other: "lose their labels and go" })} back.`;
    },
    uncounted:
      "The items whose label the audit found wrong, and those on which annotators disagreed, lose their labels and go back.",
    members: (members: number, names: readonly string[]) => {
      if (members === 0) return "Any annotator may answer them.";
      const who = members > names.length ? `the ${members} people` : allOf.format(names);
      return `For a day they are reserved for ${who}, who answered them before. Then any annotator may answer them.`;
    },
    help: "All other labels stay. Once the items are answered again, auditors check a new random sample.",
    stay: (labels: number) =>
      `By the estimate of the audit, about ${count(labels, { one: "label", other: "labels" })} that ${plural(labels, { one: "stays is", other: "stay are" })} wrong too, and the batch can fail again. To send more items back, choose them in Items after this step, then Change and “Send back to annotators”.`,
    reason: "Reason",
    reasonHelp: "Annotators read it above each item that comes back.",
  },
  settings: {
    title: "Batch settings",
    name: "Name",
    priority: "Priority",
    priorityHelp: "Annotators get tasks of batches with a higher priority first.",
    priorities: { low: "Low", normal: "Normal", high: "High" },
    order: "Order of items",
    orderHelp: "Which items of the same priority annotators get first.",
    orders: {
      random: "Random",
      uncertainty: "Lowest score of a model first",
      disagreement: "Models that disagree first",
    },
    remove: "Delete",
    removeTitle: "Delete this batch",
    removeHelp: (items: number) =>
      `This deletes ${countItems(items)} with all answers, datasets and certificates. You cannot undo this.`,
    abandonHelp:
      "The batch is being audited. Its audit will count as failed, and another batch with these items gets a stricter bound.",
  },
  certificate: {
    title: "Certificate",
    score: (score: number) => `score ${score}`,
    revision: (revision: number) => `, revision ${revision}`,
    issued: ", issued",
    revoked: "This certificate is revoked. Do not rely on it. The certificate page gives the reason.",
    open: "Open certificate",
    openHelp: "Anyone with the link can read the certificate, without an account.",
    download: "Download",
    downloadAs: (format: string) => `Download ${format}`,
    bundle: "Download with certificate",
    otherFormats: "Other formats",
    preparing: "The service prepares the file. The download starts by itself; keep this page open.",
    revisions: "Revisions",
    oneRevision: (revision: number, level: string, score: number) =>
      `Revision ${revision}: ${level}, score ${score}`,
    superseded: (by: number) => `, superseded by ${by}`,
  },
  exportNow: {
    title: "Export now",
    submit: "Export",
    help: (isCertified: boolean) =>
      isCertified
        ? "Working copy of the current labels, without the certificate."
        : "Working copy of the current labels. It is not certified.",
    format: "Format",
    bundle: "As a zip file with a manifest",
    allAnswers: "Include every annotator’s answer",
    media: "Include media files",
  },
  exports: {
    caption: "Exports",
    none: "No exports yet",
    noneHelp: "Export the current labels at any time, in any format for this annotation type.",
    format: "Format",
    bundle: "bundle",
    media: "with media",
    state: "State",
    items: "Items",
    size: "Size",
    created: "Created",
    file: "File",
  },
  overview: {
    otherBatches: "Other audited batches",
    countOthers: otherBatchesSentence,
    stages: "Stages",
    revision: (revision: number) => `Revision ${revision}`,
    revisionStages: (revision: number) => `Stages of revision ${revision}`,
    progress: "Items labeled or excluded",
    quality: "Quality",
    needed: "Still needed:",
    earlierRound: (round: number) => `Result of round ${round}:`,
    allUndecided: (items: number) =>
      `${count(items, { one: "decision", other: "decisions" })}. All answers are given, but they disagree or skip. “Waits for somebody” below says who can decide.`,
    someUndecided: (items: number) =>
      `${countItems(items)} of these ${plural(items, { one: "has its answers and waits", other: "have their answers and wait" })} for a decision.`,
    leased: (items: number, until: string | null) =>
      `${countItems(items)} ${plural(items, { one: "is reserved for the member who has it", other: "are reserved for the members who have them" })} open${until === null ? "" : `; the last reservation ends at ${until}`}.`,
    whyFailed: "Why the batch failed",
    whyAmendmentFailed: "Why the amendment failed",
    items: "Items",
    labeled: "Labeled",
    excluded: "Excluded",
    audited: "Audited",
    auditedGroups: "Audited groups",
    audits: (all: number) => `of ${all}`,
    judgedAudits: (all: number, wrong: number) => `of ${all}, ${wrong} wrong`,
    round: "Labeling round",
    level: "Required level",
  },
  slices: {
    title: "Slices",
    help: "A slice is all items with the same value of a metadata key. A group of items belongs to the slice of its first item, and counts once. How many labels of a slice are checked is fixed before the audit. The results hold for all slices together, with the confidence of the audit.",
    counted: (checked: number, wrong: number, all: number) =>
      `The verdict used the first ${count(checked, { one: "check", other: "checks" })} (${wrong} wrong). This table counts all ${all}.`,
    slice: "Slice",
    named: (key: string, value: string) => `${key}: ${value}`,
    missing: (key: string) => `${key}: none`,
    others: (key: string, values: number) =>
      `${key}: ${count(values, { one: "other value", other: "other values" })}`,
    items: "Items or groups",
    audited: "Audited",
    wrong: "Wrong",
    asked: "Score asked",
    result: "Result",
    open: (audits: number) => `${count(audits, { one: "audit", other: "audits" })} to do`,
    waits: "Waits for the other audits",
    shown: (score: number) => `At least ${score} of 100 right`,
    notShown: (need: number, score: number) => `Not shown to reach ${need}; at least ${score} of 100 right`,
    tooFew: "Not enough audits to say",
  },
  wrongLabels: {
    title: "Labels that the last audit found wrong",
    all: "Show all of them",
    item: "Item",
    delivered: "Delivered",
    auditor: "Auditor",
    reason: "Reason",
    /** Which labels are wrong again and again. */
    pattern: (wrong: number, labels: readonly (readonly [label: string, items: number])[]) =>
      `${count(wrong, { one: "wrong label", other: "wrong labels" })}: ${labels.map(([label, items]) => `${items} delivered as ${label}`).join(", ")}.`,
    counted: (checked: number, wrong: number) =>
      `The verdict used the first ${count(checked, { one: "check", other: "checks" })} (${wrong} wrong). This panel counts all that were found wrong.`,
  },
  looks: {
    title: "Audit rounds",
    repeats: repeatAuditsSentence,
    round: "Labeling round",
    outcome: "Outcome",
    mode: "Auditors",
    modes: { verify: "saw the label", blind: "did not see the label", agreement: "none: answers that agree" },
    notIndependent: (mode: string) => `${mode}, not independent`,
    checked: "Checked",
    wrong: "Wrong",
    bound: "Right, at least",
    score: "Score",
  },
};

function countItems(items: number): string {
  return count(items, { one: "item", other: "items" });
}
