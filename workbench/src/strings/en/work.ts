import { count, formatNumber, plural } from "../format.ts";
import { strings as audit } from "./audits.ts";
import { grid } from "./grid.ts";

const CHANGES = { one: "unsaved change", other: "unsaved changes" };
const ITEMS = { one: "item", other: "items" };

/** A number of tasks; infinite where the API stops counting. */
const sayTasks = (tasks: number): string => (Number.isFinite(tasks) ? formatNumber(tasks) : "100+");

/** The work screen, where members annotate, audit and adjudicate, and My work. */
export const strings = {
  page: {
    opening: "Opening your work",
    loading: "Loading the next item",
    keptHere: "Your work is kept on this device.",
    comments: "Comments",
    elsewhere: "You are working in another tab",
    continueThere: "Continue there, or take over in this tab.",
    nothing: "Nothing to do here now",
    finished: (items: number) => `All done: you finished ${count(items, ITEMS)}`,
    newItems: "New items and items sent back to you appear here by themselves.",
    check: "Check for new items",
    checking: "Checking for new items…",
    openBatch: "Open the batch",
    myWork: "My work",
    next: {
      continue: (batch: string, tasks: number) => `Continue “${batch}” (${sayTasks(tasks)})`,
      annotate: (batch: string, items: number) => `Next: Annotate “${batch}” (${sayTasks(items)})`,
      audit: (batch: string, labels: number) => `Next: Audit “${batch}” (${sayTasks(labels)})`,
      adjudicate: (batch: string, items: number) => `Next: Adjudicate “${batch}” (${sayTasks(items)})`,
    },
  },
  bar: {
    back: "Back to my work",
    untitled: "Work",
    sending: (decisions: number) => `Sending: ${formatNumber(decisions)}`,
    waiting: (decisions: number) => `Offline, to send: ${formatNumber(decisions)}`,
    notAccepted: (decisions: number) => `Not accepted: ${formatNumber(decisions)}`,
    comments: (open: number) => (open === 0 ? "Comments" : `Comments (${formatNumber(open)})`),
    allActions: {
      keys: (key: string) => `All actions, ${key}`,
      touch: () => "All actions",
    },
    undo: "Undo",
    redo: "Redo",
    guidelines: "Guidelines",
    skip: "Skip",
    submit: "Submit",
    decide: "Decide",
    left: (items: number) => `${sayTasks(items)} left`,
    kept: {
      readOnly: "Read only",
      conflict: "Conflict",
      server: "Saved",
      way: "Saving",
      here: "Kept on this device",
      offline: "Offline",
      offlineHere: "Offline, kept here",
    },
  },
  messages: {
    elsewhere: "This item is open in another tab",
    readOnly: "This tab is read-only.",
    takeOver: "Take over",
    signedOut: "You are signed out",
    signIn: "Sign in",
    keptHere: "Kept on this device",
    cameBack: "This item was returned to you",
    reply: "Comments and reply",
    restored: (changes: number) =>
      `Restored ${count(changes, CHANGES)}. ${plural(changes, { one: "Undo removes it.", other: "Undo removes them." })}`,
    twoVersions: "This answer was also changed somewhere else",
    tookTheirs: "Use the version saved elsewhere",
    tookMine: "Use the version on this device",
    choose: "Choose the version to continue with. Undo brings back the other.",
    showOther: "Show the other version",
    hideOther: "Hide the other version",
    takeOther: "Use the other version",
    keepThis: "Keep this version",
  },
  actions: {
    submit: "Submit and open the next item",
    skip: "Skip",
    setAside: "Set aside and open the next item",
    reopen: "Reopen the last answer",
    undo: "Undo",
    redo: "Redo",
    save: "Save the draft now",
    guidelines: "Guidelines",
    comments: "Comments",
    palette: "All actions",
    nothingFound: (words: string) => `No action here has “${words}”.`,
    keys: "Keys",
    changeHelp:
      "Click a key in the list to change it. This browser keeps your keys. The keys of labels belong to the project. Escape leaves a text field.",
    changeKey: (action: string, key: string) => `Change the key of ${action}: ${key}`,
    pressKey: (action: string) => `Press the new key of ${action}, or Escape to keep the old one.`,
    taken: (key: string, action: string) => `${key} is already the key of ${action}. Change that one first.`,
    noKey: "none",
    resetKeys: "Reset all keys",
    pointer: { keys: "With the pointer", touch: "With your fingers" },
    choices: {
      space: "Space and drag",
      secondary: "Secondary button and drag",
      zoom: "Wheel",
      scroll: (modifier: string) => `${modifier} and wheel, the wheel scrolls`,
    },
    find: "Find an action",
    list: "Actions",
  },
  skip: {
    whySkip: "Why do you skip this item?",
    whyExclude: "Why do you exclude this item?",
    reason: "Reason",
    skip: "Skip",
    exclude: "Exclude",
    /** What the API stores, with what a person reads. */
    reasons: {
      Unclear: "It is not clear which answer is right",
      "Bad media": "Cannot be seen or heard",
      "Out of scope": "Does not belong here",
      "I am not qualified": "I don't know this subject",
    },
    other: "Another reason",
    noReason: "No reason given",
  },
  grid,
  audit,
  suggestion: {
    title: "Suggestion of a model",
    from: (
      { model, version, score }: { model: string; version: string | null; score: number | null },
      label: string | undefined,
    ) => {
      const name = version === null ? model : `${model} ${version}`;
      const sure = score === null ? "" : ` (score ${formatNumber(score, { maximumFractionDigits: 2 })})`;
      return `${name} suggests ${label ?? "this answer"}${sure}.`;
    },
    check: "Check it before you submit.",
    changed: "You changed it.",
    accept: "Accept and submit",
    restore: "Use the suggestion",
    reject: "Reject and skip",
    rejectFor: (label: string) => `Reject and submit ${label}`,
    rejected: (label: string) => `Rejected suggestion: ${label}`,
    clear: "Clear the suggestion",
  },
  adjudication: {
    title: "Adjudication",
    answers: "Answers",
    yours: "Your answer",
    nothingYet: "Nothing yet",
    none: {
      objects: "No objects",
      spans: "No spans",
      segments: "No segments",
      labels: "No labels",
    },
    emptyFirst: (empty: string) => `You have no answer yet. Use one, give your own, or choose “${empty}”.`,
    all: "All answers",
    allHelp: "Compare them on the item",
    single: {
      objects: "Use single objects",
      spans: "Use single spans",
      segments: "Use single segments",
    },
    from: "Annotator",
    annotator: (number: number) => `Annotator ${formatNumber(number)}`,
    shown: (annotator: string, isBegun: boolean) =>
      isBegun
        ? `${annotator}’s answer. If you use or change it, it replaces yours.`
        : `${annotator}’s answer. Use it, or change it.`,
    shownMine: "Your answer. Once you decide, it is the label of the item.",
    shownAll: {
      objects: "All answers together. Use one of them, or single objects.",
      spans: "All answers together. Use one of them, or single spans.",
      segments: "All answers together. Use one of them, or single segments.",
    },
    noAnswers: "The annotators skipped this item. Answer it, or exclude it.",
    useFirst: "Use this answer, or give your own.",
    useOne: "Use one of the answers, or give your own.",
    ownFirst: "This is not your answer. Use it, or go back to yours.",
    agrees: (percent: number) => `${formatNumber(percent)} % agreement`,
    use: "Use this answer",
    useShort: "Use",
    useShown: "Use the answer that is shown",
    next: "Next answer",
    showNext: "Show the next annotator's answer",
    exclude: "Exclude the item",
    point: (object: string) => `Show ${object} on the item`,
    having: (annotators: number, all: number) => `${formatNumber(annotators)} of ${formatNumber(all)}`,
    /** So many annotators marked stretches of a text that overlap, with the same label. */
    overlap: (annotators: number) => `${formatNumber(annotators)} overlap`,
    /** What an annotator gave an object: its attributes, or the words that they marked. */
    says: (annotator: number, given: string) => `${formatNumber(annotator)}: ${given || "–"}`,
    tookAll: (annotator: string) => `Use the answer of ${annotator}`,
    took: (object: string, annotator: string) => `Use ${object} of ${annotator}`,
  },
  guidelines: {
    title: (project: string) => `Guidelines: ${project}`,
    changed: (version: number) => `The guidelines have changed. This is version ${formatNumber(version)}.`,
    none: "This project has no guidelines.",
    close: "Close",
    back: "Back to my work",
    confirm: "I have read them",
  },
  outbox: {
    title: "Waiting to be sent",
    export: "Export as JSON",
    send: "Send now",
    empty: "Everything was sent.",
    kinds: { submit: "Answer", skip: "Skip", exclude: "Exclusion" },
    correct: "Correct the answer",
    retry: "Try again",
    discard: "Discard",
    notKept: (fault: string) => `This browser could not keep the answer: ${fault}`,
  },
  training: {
    right: (item: string) => `${item}: you were right`,
    wrong: (item: string) => `${item}: your answer differs from the known answer`,
    fields: (names: string) => `Different: ${names}.`,
    show: "Show the known answer",
    close: "Close",
    known: (item: string) => `Known answer to ${item}`,
  },
  qualification: {
    progress: (answered: number, items: number, right: number) =>
      `Training: ${formatNumber(answered)} of ${count(items, ITEMS)} answered, ${formatNumber(right)} right`,
    needed: (right: number, attempt: number, attempts: number) =>
      `You need ${plural(right, { one: "1 right answer", other: `${formatNumber(right)} right answers` })} to pass. Attempt ${formatNumber(attempt)} of ${formatNumber(attempts)}.`,
    lastAttempt: (right: number, items: number) =>
      `${formatNumber(right)} of ${formatNumber(items)} right was not enough, so you train again.`,
    short: "The project has no more training items. Tell your lead that it needs more known answers.",
    passed: (right: number, items: number) =>
      `You passed the training: ${formatNumber(right)} of ${formatNumber(items)} right`,
    realWork: "The items that follow are real work.",
    failed: (right: number, items: number, needed: number) =>
      `You did not pass the training: ${formatNumber(right)} of ${formatNumber(items)} right, ${formatNumber(needed)} needed`,
    askLead: "Ask your lead whether you may start again.",
    first: "You get real items once you pass.",
    begin: "Start training",
  },
  mine: {
    title: "My work",
    empty: "Nothing to do right now",
    emptyHelp: "Batches with items for you to annotate, audit or adjudicate are listed here.",
    offline: (answers: number) =>
      `${count(answers, { one: "answer waits", other: "answers wait" })} on this device. Assay sends ${plural(answers, { one: "it", other: "them" })} once you are online.`,
    sending: (answers: number) => `Sending ${count(answers, { one: "answer", other: "answers" })}.`,
    refused: (answers: number) =>
      `${count(answers, { one: "answer was", other: "answers were" })} not accepted.`,
    showOutbox: "Show answers",
    late: (audits: number) =>
      `${count(audits, { one: "audit of yours was", other: "audits of yours were" })} not counted: the verdict had been reached.`,
    returned: (items: number) => `${sayTasks(items)} returned to you`,
    begin: {
      continue: () => "Continue",
      annotate: (items: number) => `Annotate ${sayTasks(items)}`,
      audit: (labels: number) => `Audit ${sayTasks(labels)}`,
      adjudicate: (items: number) => `Adjudicate ${sayTasks(items)}`,
    },
  },
  faults: {
    noResult: "The answer must be an object.",
    noEditor: (type: string) => `The workbench has no editor for ${type} yet.`,
  },
};
