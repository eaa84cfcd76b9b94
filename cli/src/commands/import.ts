import { basename, resolve } from "node:path";
import type { ForeignDataset, ForeignFault, Importer, Size } from "@assay/domain/importers/importer.ts";
import { findImporter, IMPORTERS } from "@assay/domain/importers/registry.ts";
import type { Client } from "@assay/sdk/client.ts";
import { type Command, type Input, printResult, type Terminal, textOf, UsageError } from "../command.ts";
import { assayAt, connectTo } from "../connecting.ts";
import { type DatasetFolder, openDataset } from "../import/dataset-folder.ts";
import { withMedia } from "../import/embedded-media.ts";
import { askedOf, importUpload } from "../import/import-upload.ts";
import { createBatch, sendAnswers, sizesIn } from "../import/send-dataset.ts";
import { type SentItem, type Survey, sentItems, survey, WAYS, type Way } from "../import/survey.ts";
import { isArchive, withUnpacked } from "../import/unpack.ts";

const NAMED_FAULTS = 20;
/** For a look at a dataset before its images are known: YOLO's shares are then not turned into pixels. */
const ANY_SIZE: Size = { width: 1, height: 1 };

/** `assay import` */
export const importDataset: Command = {
  usage: "import FORMAT PATH [--project PROJECT | --new NAME | --batch BATCH]",
  summary: "Import a dataset of another tool and print the batch's id",
  options: {
    project: { type: "string", help: "create a batch in this project" },
    new: {
      type: "string",
      help: "create a project of this name with the dataset's type and labels, and a batch in it",
    },
    batch: {
      type: "string",
      help: "import the answers for the items of this batch, found by file name or external id",
    },
    as: { type: "string", help: `${WAYS.join(", ")}; default: predictions, which people correct` },
    type: { type: "string", help: "the annotation type, where the dataset can be read as several" },
    columns: {
      type: "string",
      help: "what the columns of a table mean, if their names do not say it: text=review,label=mood",
    },
    media: { type: "string", help: "the folder of the images or recordings; default: that of the dataset" },
    annotator: { type: "string", help: "who gave the answers that name nobody" },
    "skip-faults": {
      type: "boolean",
      help: "leave out what cannot be imported; by default it refuses the import",
    },
    "dry-run": {
      type: "boolean",
      help: "say what would be imported and what would be lost, and store nothing",
    },
    json: { type: "boolean", help: "print the result as JSON" },
  },
  examples: [
    "assay import coco instances.json --media images --new Streets",
    "assay import label_studio export.json --as answers --batch batch_…",
    "assay import yolo dataset.zip --dry-run",
  ],
  async run(input, terminal) {
    const [format, path, ...others] = input.positionals;
    if (format === undefined || path === undefined || others.length > 0)
      throw new UsageError("FORMAT and PATH are needed, and nothing else");
    const importer = findImporter(format);
    if (importer === undefined)
      throw new UsageError(`unknown format ${format}: ${IMPORTERS.map(({ name }) => name).join(", ")}`);
    await importFrom(path, { importer, way: wayOf(input) }, input, terminal);
  },
};

async function importFrom(
  path: string,
  { importer, way }: { readonly importer: Importer; readonly way: Way },
  input: Input,
  terminal: Terminal,
): Promise<void> {
  const asked = await askedOf(input, importer.name, way, path);
  if (asked !== undefined) {
    const result = await importUpload(assayAt(terminal), path, asked, terminal);
    for (const fault of (result.faults ?? []).slice(0, NAMED_FAULTS)) terminal.note(`Left out: ${fault}`);
    terminal.note(
      result.would_import === undefined
        ? `${result.imported} ${way} imported`
        : `${result.would_import} ${way} would be imported`,
    );
    return printResult(input, terminal, { batch_id: asked.batch_id, ...result }, asked.batch_id);
  }
  if (isArchive(path))
    return withUnpacked(path, (inside) => importFrom(inside, { importer, way }, input, terminal));
  const folder = await openDataset(path, textOf(input, "media"));
  const read = (sizeOf: (name: string) => Size | null) =>
    importer.read(folder.withSizes(sizeOf), textOf(input, "type"), columnsIn(input));
  const dataset = await read(() => ANY_SIZE);
  const found = await survey(sentOf(dataset, folder, textOf(input, "batch")), way);
  tell(found, dataset, terminal);
  if (found.faults.length > 0 && input.values["skip-faults"] !== true)
    throw new Error(faultsOf(found.faults));
  if (input.values["dry-run"] === true)
    return print(input, terminal, { dataset, found, batch_id: null, imported: 0 });
  if (found.items === 0) throw new Error("there is nothing to import");
  const client = connectTo(terminal);
  const batch_id = await batchFor(client, input, {
    name: basename(resolve(path)),
    dataset,
    found,
    folder,
    way,
    terminal,
  });
  if (way === "items") return print(input, terminal, { dataset, found, batch_id, imported: 0 });
  const sizes = await sizesIn(client, batch_id);
  const sized = await read((name) => sizes.get(name) ?? null);
  const { imported, faults } = await sendAnswers(
    client,
    batch_id,
    () => sentOf(sized, folder, textOf(input, "batch")),
    {
      way,
      annotator: textOf(input, "annotator"),
      model: importer.name,
      skipsFaults: input.values["skip-faults"] === true,
    },
  );
  for (const fault of faults.slice(0, NAMED_FAULTS)) terminal.note(`Left out: ${fault}`);
  terminal.note(`${imported} ${way} imported`);
  print(input, terminal, { dataset, found, batch_id, imported });
}

/** `text=review,label=mood` as an object; undefined if it is not given. */
function columnsIn(input: Input): Readonly<Record<string, string>> | undefined {
  const given = textOf(input, "columns");
  if (given === undefined) return undefined;
  return Object.fromEntries(
    given.split(",").map((pair) => {
      const [, meaning, column] = /^(\w+)=(.+)$/.exec(pair) ?? [];
      if (meaning === undefined || column === undefined)
        throw new UsageError(`--columns must be like text=review,label=mood (got ${given})`);
      return [meaning, column];
    }),
  );
}

function wayOf(input: Input): Way {
  const value = textOf(input, "as") ?? "predictions";
  const way = WAYS.find((each) => each === value);
  if (way === undefined) throw new UsageError(`--as must be ${WAYS.join(", ")} (got ${value})`);
  return way;
}

/** For a batch that exists, media need not be at hand: its files are found by name. */
function sentOf(
  dataset: ForeignDataset,
  folder: DatasetFolder,
  batch: string | undefined,
): AsyncIterable<SentItem | ForeignFault> {
  return sentItems(
    dataset,
    batch === undefined ? folder : { ...folder, find: (name) => folder.find(name) ?? name },
  );
}

function tell(
  { items, answers, lost, faults }: Survey,
  { annotation_type, labels, project }: ForeignDataset,
  { note }: Terminal,
) {
  note(`${items} items, ${answers} answers, ${annotation_type}, ${labels.length} labels`);
  for (const what of project?.lost ?? []) note(`Lost of the project: ${what}`);
  for (const [what, count] of lost) note(`Lost in ${count} items: ${what}`);
  if (faults.length > 0) note(`${faults.length} parts cannot be imported`);
}

function faultsOf(faults: readonly ForeignFault[]): string {
  const named = faults.slice(0, NAMED_FAULTS).map(({ at, fault }) => `${at}: ${fault}`);
  const more = faults.length > named.length ? [`and ${faults.length - named.length} more`] : [];
  return [...named, ...more, "nothing is imported; --skip-faults leaves these out"].join("\n");
}

interface Import {
  readonly name: string;
  readonly dataset: ForeignDataset;
  readonly found: Survey;
  readonly folder: DatasetFolder;
  readonly way: Way;
  readonly terminal: Terminal;
}

async function batchFor(client: Client, input: Input, given: Import): Promise<string> {
  const [batch, project, fresh] = ["batch", "project", "new"].map((name) => textOf(input, name));
  if ([batch, project, fresh].filter((value) => value !== undefined).length !== 1)
    throw new UsageError("exactly one of --project, --new and --batch is needed");
  if (batch !== undefined) return batch;
  const projectOf = async () => project ?? createProject(client, fresh ?? "", given);
  const { name, dataset, found, folder, terminal } = given;
  const items = () => sentItems(dataset, folder);
  const media = { mediaFolder: folder.mediaFolder, isEmbedded: found.isEmbedded };
  return withMedia(items(), media, (mediaFolder) =>
    createBatch(
      client,
      projectOf,
      { name: name.slice(0, 200), found, items },
      { mediaFolder, note: terminal.note },
    ),
  );
}

async function createProject(
  client: Client,
  name: string,
  { dataset, found, way, terminal }: Import,
): Promise<string> {
  const { annotation_type, labels, relation_types = [], type_options, project } = dataset;
  const known = new Map(project?.labels.map((label) => [label.name, label]));
  const overlap =
    way === "answers" || way === "all"
      ? { quality_policy: { overlap: Math.max(1, found.mostAnnotators) } }
      : {};
  const { data } = await client.POST("/v1/projects", {
    body: {
      name,
      annotation_type,
      labels: [
        ...labels.map((label) => known.get(label) ?? { name: label }),
        ...relation_types.map((name) => ({ name, relation: {} })),
      ],
      type_options,
      ...(project?.instructions ? { instructions: project.instructions } : {}),
      ...overlap,
    },
  });
  terminal.note(`Created the project ${data.id}`);
  return data.id;
}

interface Outcome {
  readonly dataset: ForeignDataset;
  readonly found: Survey;
  readonly batch_id: string | null;
  readonly imported: number;
}

function print(input: Input, terminal: Terminal, { dataset, found, batch_id, imported }: Outcome): void {
  if (input.values.json !== true) {
    if (batch_id !== null) terminal.print(batch_id);
    return;
  }
  const { items, answers, faults, lost } = found;
  const { annotation_type, labels, project } = dataset;
  const result = {
    batch_id,
    annotation_type,
    labels,
    items,
    answers,
    imported,
    lost: Object.fromEntries(lost),
    lost_of_project: project?.lost ?? [],
    faults,
  };
  terminal.print(JSON.stringify(result, null, 2));
}
