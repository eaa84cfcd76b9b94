import { createGlobs } from "./glob.ts";
import { type Folder, ImportFault } from "./importer.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";
import type { Table } from "./table.ts";
import { parseYaml } from "./yaml.ts";

const MOST_PATTERNS = 10_000;

type Classes = ReadonlyMap<string, readonly string[]>;

/** What a dataset's card says. */
export interface Card {
  /** The names of the classes, by column. */
  readonly classes: Classes;
  /** The files of its first configuration with their splits; empty if it names none. */
  readonly files: readonly { readonly has: (path: string) => boolean; readonly split: string | null }[];
  /** Further configurations, which are not read. */
  readonly others: readonly string[];
}

/**
 * Reads the YAML at the top of `README.md`: `dataset_info` and `configs`. A dataset without a card has an empty one. Source:
 * huggingface.co/docs/datasets, "Create a dataset card", and huggingface.co/docs/hub/datasets-manual-configuration.
 */
export async function readCard(folder: Folder): Promise<Card> {
  const path = folder.paths.find((name) => /^readme\.md$/i.test(name));
  const said = path === undefined ? {} : frontMatter(path, await folder.text(path));
  const configs = listOf(said.configs).filter(isJsonObject);
  const chosen = configs.find((config) => config.default === true) ?? configs[0];
  const infos = listOf(said.dataset_info).filter(isJsonObject);
  const info = infos.find(({ config_name }) => config_name === chosen?.config_name) ?? infos[0];
  return {
    classes: classesOf(info?.features),
    files: filesOf(path ?? "README.md", chosen),
    others: configs.flatMap((config) => (config === chosen ? [] : [String(config.config_name)])),
  };
}

/** The classes that `datasets` wrote into the metadata of a Parquet file. */
export function classesIn({ huggingface }: Table): Classes {
  if (huggingface === null) return new Map();
  try {
    const said: unknown = JSON.parse(huggingface);
    const info = isJsonObject(said) && isJsonObject(said.info) ? said.info : {};
    return classesOf(info.features);
  } catch {
    return new Map(); // the file does without
  }
}

/** The split that the name of a file or folder says, as `datasets` guesses it; null if it says none. */
export function splitIn(path: string): string | null {
  const names = path.toLowerCase().split(/[/._-]/);
  return Object.keys(SPLITS).find((split) => names.some((name) => SPLITS[split]?.includes(name))) ?? null;
}

const SPLITS: Readonly<Record<string, readonly string[]>> = {
  train: ["train", "training"],
  validation: ["validation", "valid", "val", "dev"],
  test: ["test", "testing", "eval", "evaluation"],
};

function frontMatter(path: string, text: string): JsonObject {
  const [, yaml = ""] = /^---\r?\n(.*?)\r?\n---/s.exec(text) ?? [];
  const said = parseYaml(path, yaml, "its first lines are");
  return isJsonObject(said) ? said : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function filesOf(at: string, config: JsonObject | undefined): Card["files"] {
  const globs = createGlobs(at);
  const files: Card["files"][number][] = [];
  for (const entry of listOf(config?.data_files)) {
    const { split, path } = isJsonObject(entry) ? entry : { split: null, path: entry };
    for (const pattern of listOf(path)) {
      if (typeof pattern !== "string") continue;
      if (files.length === MOST_PATTERNS)
        throw new ImportFault(at, `names more than ${MOST_PATTERNS} files or patterns`);
      const has = globs(pattern.replace(/^\.\//, ""));
      files.push({ has, split: typeof split === "string" ? split : null });
    }
  }
  return files;
}

/** The classes of each feature, whether a card or a Parquet file lists them. */
function classesOf(features: unknown): Classes {
  const named = Array.isArray(features)
    ? features.filter(isJsonObject).map((feature): [string, unknown] => [String(feature.name), feature])
    : Object.entries(isJsonObject(features) ? features : {});
  return new Map(
    named.flatMap(([name, feature]): [string, readonly string[]][] => {
      const names = classNames(feature, 0);
      return names === undefined ? [] : [[name, names]];
    }),
  );
}

const MAX_DEPTH = 10;

/** The class names somewhere inside a feature. */
function classNames(feature: unknown, depth: number): readonly string[] | undefined {
  if (depth > MAX_DEPTH || typeof feature !== "object" || feature === null) return undefined;
  if (isJsonObject(feature)) {
    const { class_label } = feature;
    const names = isJsonObject(class_label)
      ? class_label.names
      : feature._type === "ClassLabel"
        ? feature.names
        : undefined;
    if (names !== undefined) return namesOf(names);
  }
  for (const part of Object.values(feature)) {
    const found = classNames(part, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A list, or an object with the names by their numbers. */
function namesOf(names: unknown): readonly string[] {
  if (Array.isArray(names)) return names.map(String);
  const numbered = Object.entries(isJsonObject(names) ? names : {}).filter(([number]) =>
    /^\d{1,6}$/.test(number),
  );
  const list = numbered.sort(([a], [b]) => Number(a) - Number(b));
  return list.every(([number], index) => Number(number) === index)
    ? list.map(([, name]) => String(name))
    : [];
}
