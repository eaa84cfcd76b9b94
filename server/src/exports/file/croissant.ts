import { repeatAuditsSentence } from "@assay/domain/certification/sentences.ts";
import type { Predicate } from "../../certificates/predicate.ts";
import { certificateSentence, unitOf } from "../../certificates/sentence.ts";
import { consensusTexts, INDEPENDENCE, limitations } from "../../certificates/texts.ts";
import type { Context } from "./dataset.ts";
import type { Source } from "./source.ts";

const CONTEXT = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  examples: { "@id": "cr:examples", "@type": "@json" },
  extract: "cr:extract",
  field: "cr:field",
  fileProperty: "cr:fileProperty",
  fileObject: "cr:fileObject",
  fileSet: "cr:fileSet",
  format: "cr:format",
  includes: "cr:includes",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  md5: "cr:md5",
  parentField: "cr:parentField",
  path: "cr:path",
  recordSet: "cr:recordSet",
  references: "cr:references",
  regex: "cr:regex",
  repeated: "cr:repeated",
  replace: "cr:replace",
  sc: "https://schema.org/",
  separator: "cr:separator",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
};

/** The single-valued fields of `dataset.jsonl`; readers of Croissant accept no objects such as `result`. */
const FIELDS: readonly (readonly [name: string, dataType: string, description: string])[] = [
  ["id", "sc:Text", "Id of the item"],
  ["external_id", "sc:Text", "The id that the owner of the data gave to the item"],
  ["group", "sc:Text", "A name that items that belong together share"],
  ["text", "sc:Text", "The text of the item; null if the item is not a text"],
  ["status", "sc:Text", "accepted, excluded or open"],
  ["support", "sc:Float", "Share of the answers behind the result"],
  ["origin", "sc:Text", "consensus, adjudication, model, correction, import or gold"],
];

interface Described {
  readonly context: Context;
  readonly records: Pick<Source, "sha256" | "size_bytes">;
  /** Null if the dataset has no certificate of its own. */
  readonly predicate: Predicate | null;
}

/** How often second auditors agreed with the first; nothing in certificates without audits. */
export function repeatsText({ looks }: Predicate): string[] {
  const { repeat_audits } = looks.at(-1) ?? {};
  return repeat_audits === undefined ? [] : [repeatAuditsSentence(repeat_audits)];
}

/**
 * `croissant.json`: the dataset as Croissant 1.0 with the fields for responsible AI (RAI 1.0). It describes
 * `dataset.jsonl`, the source of the files of every format, so that it is the same in every bundle.
 *
 * Sources: docs.mlcommons.org/croissant/docs/croissant-spec.html and croissant-rai-spec.html.
 */
export function croissantText({ context, records, predicate }: Described): string {
  const { project, categories } = context;
  const labels = predicate === null ? categories : predicate.labels.map(({ label }) => label ?? "others");
  const described = {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    conformsTo: ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
    name: project.name,
    isLiveDataset: false,
    "rai:dataCollectionType": ["Others"],
    ...(predicate === null ? uncertified(context) : certifiedBy(predicate, project)),
    distribution: [
      {
        "@type": "cr:FileObject",
        "@id": "dataset.jsonl",
        name: "dataset.jsonl",
        contentUrl: "dataset.jsonl",
        contentSize: `${records.size_bytes} B`,
        encodingFormat: "application/jsonlines",
        sha256: records.sha256,
      },
    ],
    recordSet: [
      {
        "@type": "cr:RecordSet",
        "@id": "items",
        name: "items",
        description: `One record an item; its label is the object \`result\` of the line. Labels: ${labels.join(", ")}`,
        field: FIELDS.map(([name, dataType, description]) => ({
          "@type": "cr:Field",
          "@id": `items/${name}`,
          name: `items/${name}`,
          description,
          dataType,
          source: { fileObject: { "@id": "dataset.jsonl" }, extract: { column: name } },
        })),
      },
    ],
  };
  return `${JSON.stringify(described, null, 2)}\n`;
}

function uncertified({ certified, project }: Context) {
  const claim = certified
    ? "Each of its batches has a certificate of its own."
    : "The labels are not certified.";
  return {
    description: `Items annotated as ${project.annotation_type}. ${claim}`,
    "rai:dataLimitations": [claim],
  };
}

function certifiedBy(predicate: Predicate, project: Context["project"]) {
  const { batch, revision, issued_at, annotators } = predicate;
  return {
    description: `${batch.items} items annotated as ${project.annotation_type}. ${certificateSentence(predicate)}`,
    identifier: `${batch.id}, revision ${revision}`,
    version: `${revision}.0.0`,
    citeAs: `${project.name}, ${batch.id}, revision ${revision}, certificate ${predicate.id}`,
    datePublished: issued_at,
    "rai:dataAnnotationProtocol": protocolOf(predicate),
    "rai:dataAnnotationPlatform": [`Assay ${predicate.software.version}`],
    "rai:dataAnnotationAnalysis": [
      certificateSentence(predicate),
      agreementText(predicate),
      ...repeatsText(predicate),
    ],
    "rai:annotationsPerItem": String(predicate.policy.overlap),
    "rai:annotatorDemographics": [
      `${annotators.length} annotators, named by pseudonyms; nothing else is known about them`,
    ],
    "rai:machineAnnotationTools": [],
    "rai:dataLimitations": limitations(predicate),
    "rai:dataReleaseMaintenancePlan": "Frozen. A correction is a new revision with a certificate of its own.",
  };
}

/** How the labels were made and checked. */
export function protocolOf(predicate: Predicate): string[] {
  const { policy, mode, guideline_versions } = predicate;
  const versions = `Guideline version${guideline_versions.length === 1 ? "" : "s"} ${guideline_versions.join(", ")}.`;
  const { dataset_version: version } = predicate;
  const made =
    version !== undefined
      ? `The labels are those of version ${version.version} of ${version.dataset}, from ${version.batches} batches.`
      : `Each item got up to ${policy.overlap} independent answers, then consensus; ties went to an adjudicator.`;
  const drawn = unitOf(predicate) === "group" ? "all items of groups" : "items";
  const checked = {
    verify: `Reviewers saw the delivered label of ${drawn} drawn at random, and accepted it, changed it a little or called it wrong.`,
    blind: `Reviewers answered ${drawn} drawn at random without seeing the delivered label, which was then compared.`,
    agreement: "No reviewer checked a label; the evidence is the agreement of the annotators.",
  };
  const { independence } = predicate;
  const who = independence === undefined ? [] : [INDEPENDENCE[independence]];
  return [versions, made, ...consensusTexts(predicate), checked[mode], ...who];
}

/** The annotators' agreement, in words. */
export function agreementText({ agreement: { alpha, raw, pairs } }: Predicate): string {
  if (raw === null) return "No item has two answers, so agreement is undefined.";
  const share = `${Math.floor(1000 * raw) / 10} % of ${pairs} pairs of answers agree`;
  return alpha === null ? `${share}.` : `${share}; Krippendorff's alpha is ${alpha.toFixed(3)}.`;
}
