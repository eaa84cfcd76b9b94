import { slicesSentence } from "@assay/domain/certification/price.ts";
import { count, formatNumber, plural } from "../format.ts";
import { LOCALE } from "./locale.ts";

const allOf = new Intl.ListFormat(LOCALE);
const anyOf = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** Agreement, annotators, blockers and quality levels. */
export const strings = {
  agreement: {
    none: "Nothing to compare yet",
    noneHelp: "Agreement appears when two annotators have answered the same item.",
    sampled: (items: string, all: string) => `Counted from a random sample: ${items} of ${all} items.`,
    alpha: "Krippendorff’s alpha with 95 % interval",
    twice: "Items with two or more answers",
    unanimous: "All answers agree",
    pairsAgree: "Pairs that agree",
    byLabel: "By label",
    labels: "Labels",
    label: "Label",
    delivered: "Delivered",
    audited: "Audited",
    wrong: "Wrong",
    correct: "Correct by audits, 95 % interval",
    share: "A second annotator agreed",
    labelAlpha: "Alpha",
    pairs: "Pairs of annotators",
    annotators: "Annotators",
    both: (first: string, second: string) => `${first} and ${second}`,
    items: "Items",
    agreeOn: "Agree on",
    pairShare: "Share, 95 % interval",
  },
  annotators: {
    none: "No answers yet",
    noneHelp: "Annotators of this batch appear here after their first answer.",
    caption: "Annotators",
    annotator: "Annotator",
    answers: "Answers",
    medianTime: "Median time",
    matchesFinal: "Matches final label",
    goldCorrect: "Gold correct, 95 % interval",
    gold: "Gold",
    auditedCorrect: "Audited correct",
    likenessOf: (share: string, items: number) => `${share} of ${formatNumber(items)}`,
    answersOf: (name: string) => `Answers of ${name}`,
    seconds: (seconds: string) => `${seconds} s`,
    minutes: (minutes: string) => `${minutes} min`,
  },
  models: {
    none: "No predictions yet",
    noneHelp: "Models appear here once their predictions are sent to this batch.",
    judged: "How right the models are",
    notJudged: "Models are judged by items that an audit or a check drew at random. None is judged yet.",
    sample: (items: number, audited: number, checked: number) =>
      `Judged by ${countItems(items)} drawn at random: ${count(audited, { one: "audited item", other: "audited items" })}, ${count(checked, { one: "check item", other: "check items" })}.`,
    model: "Model",
    name: ({ model, version }: { readonly model: string; readonly version: string | null }) =>
      version === null ? model : `${model}, version ${version}`,
    predictions: "Predictions",
    matchesPeople: "Matches people’s labels",
    matchesHelp:
      "“Matches people’s labels” compares all predictions with labels that people gave without seeing them.",
    costOfRight: "Cost of a right label",
    right: "Right, 95 % interval",
    sampled: "Judged by",
    rank: "Rank",
    ranks: (best: number, worst: number) => (best === worst ? `${best}` : `${best} to ${worst}`),
    calibration: "Calibration error",
  },
  runs: {
    title: "Ask a model",
    help: "Assay sends the items to the model and keeps its predictions. Items with a prediction of this version are left out.",
    noModel:
      "No model for this annotation type is connected. Connect one, and Assay asks it for predictions.",
    connect: "Connect a model",
    caption: "Runs of models",
    model: "Model",
    name: ({ name, version }: { readonly name: string; readonly version: string }) =>
      `${name}, version ${version}`,
    limit: "Limit of the cost",
    limitHelp:
      "In the unit of the model's price per item. The run stops at the limit. Leave it empty for no limit.",
    limitFault: "Enter a number, such as 20, or leave it empty for no limit.",
    ask: "Ask for predictions",
    status: "Status",
    statuses: {
      running: "Running",
      paused: "Paused",
      stopped: "Stopped at its limit",
      failed: "Failed",
      canceled: "Canceled",
      finished: "Finished",
    },
    progress: "Items",
    cost: "Cost so far",
    costOf: (cost: number, most: number | null) =>
      most === null
        ? formatNumber(cost, { maximumFractionDigits: 4 })
        : `${formatNumber(cost, { maximumFractionDigits: 4 })} of ${formatNumber(most)}`,
    errors: "Errors",
    showErrors: (errors: number) => `Show ${count(errors, { one: "error", other: "errors" })}`,
    firstErrors: (errors: number) => `The first ${formatNumber(errors)} errors.`,
    item: "Item",
    reason: "Reason",
    actions: "Actions",
    moves: { running: "Go on", paused: "Pause", canceled: "Cancel" },
  },
  autoAccept: {
    title: "Let a model label",
    help: "People answer a random sample of items without seeing the model’s label. Their answers show how often the model is wrong at each score. Items with a score that is high enough get the model’s label, all others go to annotators. The audit judges all labels together.",
    model: "Model",
    risk: "Wrong labels among those of the model",
    atMost: (percent: number) => `at most ${percent} %`,
    plan: "What it would save",
    ifRight: "If the model is right on",
    check: "People check",
    accepted: "It labels",
    range: (low: string, high: string) => (low === high ? low : `${low} to ${high}`),
    saved: "Answers saved, up to",
    time: "Time saved, up to",
    money: "Money saved, up to",
    rate: "Cost of an answer by a person",
    rateHelp: "In your currency. Leave it empty to see answers and time only.",
    allBegun: (model: string) =>
      `People have begun all items with a prediction of ${model}, so it cannot label any of them.`,
    unknownTime: "not known yet",
    hours: (hours: number) => (hours < 2 ? `${Math.round(60 * hours)} min` : `${Math.round(hours)} h`),
    assumes: (items: number) =>
      `For ${countItems(items)} that nobody has begun. The first number assumes that the model errs as often at high scores as at low ones. The second assumes that the half with the higher scores has only a quarter of its errors.`,
    start: (check: number) => `Start with ${count(check, { one: "check item", other: "check items" })}`,
    cancel: "Cancel, and give all items to annotators",
  },
  confusion: {
    beside: {
      confusion: "Answers compared with final labels",
      pair_confusion: "Answers compared with another annotator’s",
      gold_confusion: "Answers compared with gold",
      audit_confusion: "Answers compared with audits",
    },
    reference: "Compare with",
    readFrom: (of: { items: string; ofItems: string; read: string; ofBatches: string }) =>
      of.items === of.ofItems && of.read === of.ofBatches
        ? `Counts all ${of.items} items of the project that are not excluded.`
        : `Counts ${of.items} of ${of.ofItems} items, from the newest ${of.read} of ${of.ofBatches} batches.`,
    none: "No labels to compare",
    noneHelp:
      "Once items have a second answer, a final label, gold or an audit, answers are compared with it. Only projects with one label per item have this report.",
    references: {
      confusion: "Final labels",
      pair_confusion: "Another annotator",
      gold_confusion: "Gold",
      audit_confusion: "Audits",
    },
    heat: (labels: number, rows: string) =>
      `${labels} labels: “${rows}” from top to bottom and “Answer” from left to right, the most frequent first. The table below lists the most frequent pairs that differ.`,
    shares: "Show shares of each row, in %",
    counts: {
      confusion:
        "Numbers count answers. A number opens the items of these answers: if two annotators gave the same answer to an item, it is listed once.",
      pair_confusion:
        "Numbers count pairs of answers to the same item, also of items without a final label. Each pair counts once for each annotator.",
    },
    accepted: {
      confusion: "Final label",
      pair_confusion: "Other annotator’s answer",
      gold_confusion: "Gold label",
      audit_confusion: "Audited label",
    },
    answered: "Answer",
    times: "Times",
    cell: (count: string, answer: string, accepted: string, kind: string) =>
      `${count} answered ${answer} where ${accepted} is the ${kind.toLowerCase()}`,
  },
  interval: (low: string, high: string) => `(${low} to ${high})`,
  blockers: {
    title: "Waits for somebody",
    ofBatch: (name: string) => `${name}: `,
    resume: "Resume annotator",
    failed: (why: string) => `Not certified: ${why}`,
    hold: "On hold: annotators get no tasks from this batch.",
    returned: (items: number, who: readonly string[] | number, until: string) =>
      `${count(items, { one: "item was sent back. It is", other: "items were sent back. They are" })} reserved for ${typeof who === "number" ? `${who} people` : allOf.format(who)} until ${until}.`,
    conflict: (items: number) =>
      `${countItems(items)} tied: the answers disagree. Adjudicate ${them(items)}.`,
    tied: (items: number) =>
      `${countItems(items)} tied: the answers disagree. Send ${them(items)} to an adjudicator, or add another annotator.`,
    skipped: (items: number, why: string) =>
      `${countItems(items)} skipped. Adjudicate ${them(items)}: ${why}.`,
    skippedOnce: (items: number, why: string) =>
      `${countItems(items)} skipped by one annotator: ${why}. Send ${them(items)} to an adjudicator, or add another annotator.`,
    paused: (name: string, since: string) =>
      `${name} is ${since}: too many wrong answers to gold items. If you resume them, their record is cleared.`,
    audit: (audits: number) =>
      `${count(audits, { one: "label waits", other: "labels wait" })} for an auditor.`,
    modelCheck: (items: number) =>
      `${countItems(items)} to annotate: these answers decide which labels of the model are accepted.`,
    overlap: (items: number, why: string) =>
      `${countItems(items)} cannot be finished: ${why}. Add annotators.`,
    comment: (comments: number) => `${count(comments, { one: "open question", other: "open questions" })}.`,
    gold: (items: number, least: string) =>
      `${count(items, { one: "gold item", other: "gold items" })} in open batches: the gold floor ${least} to stop anybody.`,
    training: (items: number, least: string) =>
      `${count(items, { one: "gold item", other: "gold items" })} in this project: the training of new annotators ${least}.`,
    untrained: (name: string, right: string) => `${name} failed the training (${right}) and gets no items.`,
    startAgain: "Start again",
    letPass: "Let pass",
    exportFailed: (why: string) => `The last export failed: ${why}`,
    run: (runs: number, why: string) =>
      `${count(runs, { one: "model run does not go on", other: "model runs do not go on" })}: ${why}`,
    import: (imports: number, why: string) =>
      `${count(imports, { one: "import of a dataset failed", other: "imports of datasets failed" })}: ${why}. Upload it again.`,
    upload: (uploads: number, why: string) =>
      `${count(uploads, { one: "upload failed", other: "uploads failed" })} in the last seven days: ${why}`,
    nobodyCan: (roles: readonly string[]) => `Nobody here can: it takes another ${anyOf.format(roles)}.`,
    manyCan: (members: number) => `Who can: any of ${members} people.`,
    theseCan: (names: readonly string[]) => `Who can: ${anyOf.format(names)}.`,
    startAudit: "Audit",
    annotate: "Annotate",
    openItems: "Open items",
    openQuestions: "Open questions",
    openExports: "Open exports",
    openModels: "Open models",
    addAnnotator: "Add an annotator",
    send: "Send to an adjudicator",
    sending: "Sending…",
    release: "Give to anyone",
    adjudicate: "Adjudicate",
    openBatch: "Open batch",
    webhook: (url: string) => `The webhook ${url} was disabled: its deliveries failed.`,
    openWebhook: "Open webhook",
  },
  levels: {
    label: "Quality level",
    none: "Labels now, certify later",
    noneAside: "no audits",
    noneHelp: "You can export labels as soon as annotators submit them, and start an audit later.",
    title: (level: string, score: number) => `${level}: at least ${score} % of labels correct`,
    fewest: "Audits if all are right",
    most: "Audits at most",
    time: "Auditing takes at least",
    minutes: (minutes: number) => `about ${minutes} min`,
    passes: (correct: string) => `Passes if ${correct} are right`,
    answers: "Answers per item",
    slices: slicesSentence,
    over: "> 99 %",
    under: "< 1 %",
  },
  verdict: {
    guaranteed: (percent: string) => `Guaranteed: ${percent} %`,
    estimate: (percent: string) => `Estimated: ${percent} %`,
    needed: (percent: number) => `Required: ${percent} %`,
  },
};

function countItems(items: number): string {
  return count(items, { one: "item", other: "items" });
}

function them(items: number): string {
  return plural(items, { one: "it", other: "them" });
}
