import { count } from "../format.ts";

/** The datasets of a project, and the page of a dataset: versions, splits and the certificate of a version. */
export const strings = {
  list: {
    create: "New dataset",
    caption: "Datasets",
    none: "No datasets yet",
    noneHelp:
      "A dataset collects the labels of many batches in numbered versions, split into train, validation and test. One audit can certify a version.",
    name: "Name",
    versions: "Versions",
    created: "Created",
  },
  create: {
    title: "New dataset",
    submit: "Create dataset",
    name: "Name",
    uncertified: "Include batches that are completed but not certified",
    uncertifiedHelp:
      "Choose this to certify many small batches together, with one sample of all their items.",
    split: "Split of the items",
    splitHelp:
      "With 80, 10 and 10, 80 % of the items are for training. Items of a group stay together, and an item stays in its split in later versions.",
  },
  page: {
    certified: "Labels of certified batches",
    completed: "Labels of certified and completed batches",
    other: "Labels chosen by an API query",
    split: (train: number, validation: number, test: number) =>
      `split ${train} : ${validation} : ${test} (train, validation, test)`,
    detail: (labels: string, split: string) => `${labels}, ${split}`,
    create: "New version",
    none: "No versions yet",
    noneHelp: "A version freezes the labels that the dataset finds now. It never changes.",
  },
  versions: {
    caption: "Versions",
    version: "Version",
    named: (version: number) => `Version ${version}`,
    state: "State",
    states: { processing: "processing", ready: "ready", failed: "failed", erased: "erased" },
    items: "Items",
    train: "Train",
    validation: "Validation",
    test: "Test",
    batches: "Batches",
    ofBatches: (batches: number, isCertified: boolean) =>
      `${count(batches, { one: "batch", other: "batches" })}${isCertified ? ", each certified" : ""}`,
    certificate: "Certificate",
    certify: "Certify…",
    certifyNamed: (version: number) => `Certify version ${version}…`,
    created: "Created",
    file: "File",
    download: "Download…",
    downloadNamed: (version: number) => `Download version ${version}…`,
  },
  certify: {
    title: (version: number) => `Certify version ${version}`,
    submit: "Start audit",
    help: "Auditors check one random sample of all items of the version. Nobody labels the items again.",
    batches: "Auditors correct copies of the items. The labels of the batches stay as they are.",
  },
  download: {
    title: (version: number) => `Download version ${version}`,
    submit: "Download",
    certificate: "With the certificate of the version, and the labels as its auditors corrected them",
    part: "Items",
    parts: {
      all: (items: string) => `All (${items})`,
      train: (items: string) => `Train (${items})`,
      validation: (items: string) => `Validation (${items})`,
      test: (items: string) => `Test (${items})`,
    },
    bundle: "As a bundle with dataset.jsonl, a manifest and the ids of its batches’ certificates",
    preparing: "The service prepares the file. The download starts by itself; keep this dialog open.",
  },
  certification: {
    title: (version: number) => `Certificate of version ${version}`,
    audits: "Audits",
    audit: "Audit",
    open: "Open the audited batch",
    failedHelp:
      "The audited batch shows the labels that were found wrong. Correct them in the batches of the dataset, make a new version and certify that.",
  },
};
