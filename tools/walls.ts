import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** Text of source files by their path from the top of the repository. */
export type Sources = ReadonlyMap<string, string>;

/** Source folders whose folders and files import each other in one direction. */
const ROOTS = ["server/src", "workbench/src"];

/**
 * Importing these makes no arrow. `Deps` is the type of all that a process hands to its parts, so it names types of
 * folders that use it; nothing in the file runs.
 */
const NO_ARROW = new Set(["server/src/deps.ts"]);

interface Exception {
  /** Undefined: every table. */
  readonly tables?: readonly string[];
  readonly reason: string;
}

/** Files that may write tables of other folders. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  "server/src/batches/erase.ts": { reason: "An erasure removes the rows of a batch from every table." },
  "server/src/installation/delete-account.ts": {
    reason: "The deletion of an account removes its rows from every table.",
  },
  "server/src/backup/restore.ts": { reason: "A restore fills every table of an empty database." },
  "server/src/platform/auth/reencrypt.ts": {
    reason: "A rotation of the master key encrypts the secrets of every table again.",
  },
  "server/src/events/emit.ts": {
    tables: ["deliveries"],
    reason: "One statement stores an event and its deliveries, so that none is lost.",
  },
  "server/src/events/erase.ts": {
    tables: ["deliveries", "delivery_attempts"],
    reason: "An erasure cancels deliveries and forgets the responses of receivers.",
  },
  "server/src/answers/answers.ts": {
    tables: ["tasks"],
    reason:
      "One statement stores answers and marks their tasks as submitted, which saves a submit a round trip.",
  },
  "server/src/webhooks/store/retention.ts": {
    tables: ["events"],
    reason: "The body of an event goes once none of its deliveries needs it.",
  },
  "server/src/platform/auth/auth.ts": {
    tables: ["api_keys"],
    reason: "Authentication stores when a key was last used; platform imports no slice.",
  },
  "server/src/platform/http/changes.ts": {
    tables: ["audit_log"],
    reason: "Every change is logged in its own transaction; platform imports no slice.",
  },
};

/**
 * The cycles among the folders of `root`, each as its folders and one import per arrow. Imports of types count. A file
 * directly in `root` is a folder by itself: those at the top put the service together, the others are leaves.
 */
export function folderCycles(sources: Sources, root: string): string[] {
  return cycles(sources, root, "folders", (file) => folderOf(file, root));
}

/** The cycles among the files of `root`, likewise. */
export function fileCycles(sources: Sources, root: string): string[] {
  return cycles(sources, root, "files", (file) => file);
}

function cycles(
  sources: Sources,
  root: string,
  what: "files" | "folders",
  nodeOf: (file: string) => string,
): string[] {
  const arrows = new Map<string, Map<string, string>>();
  for (const [file, text] of sources) {
    if (!file.startsWith(`${root}/`)) continue;
    const from = nodeOf(file);
    for (const target of importsOf(file, text)) {
      if (!target.startsWith(`${root}/`) || NO_ARROW.has(target)) continue;
      const to = nodeOf(target);
      if (to === from) continue;
      const outgoing = arrows.get(from) ?? new Map<string, string>();
      arrows.set(from, outgoing.set(to, outgoing.get(to) ?? `${file} imports ${target}`));
    }
  }
  return circles(arrows).map((nodes) => {
    const within = nodes.flatMap((from) =>
      [...(arrows.get(from) ?? [])].filter(([to]) => nodes.includes(to)).map(([, example]) => `  ${example}`),
    );
    return [`these ${what} import each other in a circle: ${nodes.join(", ")}`, ...within].join("\n");
  });
}

/** The tables that are written by files of more than one folder. */
export function tableFaults(sources: Sources, tables: ReadonlySet<string>): string[] {
  const writes = [...sources].flatMap(([file, text]) =>
    ownedWritesOf(file, text).map((table) => ({ file, table })),
  );
  const unnamed = writes.filter(({ table }) => table === undefined);
  const shared = [...tables].map((table) => {
    const files = writes.filter((write) => write.table === table).map(({ file }) => file);
    return { table, writers: [...new Map(files.map((file) => [dirname(file), file])).values()].sort() };
  });
  return [
    ...unnamed.map(({ file }) => `${file} writes a table whose name is not in the statement`),
    ...shared
      .filter(({ writers }) => writers.length > 1)
      .map(({ table, writers }) => `${table} is written by ${writers.length} folders: ${writers.join(", ")}`),
  ];
}

/** The tables that a file writes, without those that `EXCEPTIONS` allows. */
function ownedWritesOf(file: string, text: string): (string | undefined)[] {
  const exception = EXCEPTIONS[file];
  if (exception === undefined) return writesOf(text);
  const { tables } = exception;
  return tables === undefined
    ? []
    : writesOf(text).filter((table) => table === undefined || !tables.includes(table));
}

/** The tables that statements of `text` write, by kysely or in SQL; undefined for one whose name is computed. */
export function writesOf(text: string): (string | undefined)[] {
  const code = withoutComments(text);
  const byKysely = code.matchAll(
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:["'`]([a-z_]+)|[^"'`\s])/g,
  );
  const bySql = code.matchAll(
    /\b(?:insert\s+into|(?<!for\s)(?<!no\skey\s)(?<!do\s)update|delete\s+from|merge\s+into|truncate|copy)\s+(?:"?([a-z_]+)"?|\$\{)/gi,
  );
  return [...byKysely, ...bySql].map(([, table]) => table);
}

/** Files that `text`, the source of `file`, imports; packages from outside are left out. */
function importsOf(file: string, text: string): string[] {
  const found = withoutComments(text).matchAll(
    /(?:^(?:import|export)\b[^"';]*?\bfrom\s*|^import\s+|\bimport\(\s*)"(\.[^"]+\.tsx?)"/gm,
  );
  return [...found].map(([, specifier = ""]) => join(dirname(file), specifier));
}

function folderOf(file: string, root: string): string {
  const folder = dirname(file);
  return folder === root ? file : folder;
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|(?:^|(?<=\s))\/\/ .*$/gm, "");
}

/** The groups of nodes that reach each other. */
function circles(arrows: ReadonlyMap<string, ReadonlyMap<string, string>>): string[][] {
  const reach = new Map([...arrows.keys()].map((from) => [from, reachOf(from, arrows)]));
  const grouped = new Set<string>();
  const found: string[][] = [];
  for (const [from, reached] of reach) {
    if (grouped.has(from) || !reached.has(from)) continue;
    const group = [...reached].filter((to) => reach.get(to)?.has(from)).sort();
    for (const node of group) grouped.add(node);
    found.push(group);
  }
  return found;
}

/** The nodes that one imports, directly or through others; itself only where it is part of a circle. */
function reachOf(
  from: string,
  arrows: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const next = [...(arrows.get(node)?.keys() ?? [])].filter((to) => !reached.has(to));
    for (const to of next) reached.add(to);
    waiting.push(...next);
  }
  return reached;
}

/** The names of all tables that migrations make. */
export function tablesOf(migrations: readonly string[]): ReadonlySet<string> {
  const made = migrations.flatMap((sql) => [
    ...sql.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?"?([a-z_]+)/gi),
  ]);
  return new Set(made.map(([, table = ""]) => table));
}

/** All faults of the checkout at `top`. */
export function wallFaults(top: string): string[] {
  const migrations = join(top, "server/migrations");
  const tables = tablesOf(
    readdirSync(migrations).map((name) => readFileSync(join(migrations, name), "utf8")),
  );
  const circular = ROOTS.flatMap((root) => {
    const sources = readSources(top, root);
    return [...folderCycles(sources, root), ...fileCycles(sources, root)];
  });
  return [...circular, ...tableFaults(readSources(top, "server/src"), tables)];
}

/** The sources under `root` without tests. */
function readSources(top: string, root: string): Sources {
  const files = readdirSync(join(top, root), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [relative(top, file), readFileSync(file, "utf8")]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = wallFaults(join(import.meta.dirname, ".."));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
