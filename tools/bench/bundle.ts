import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** KB (1,000 bytes) after gzip of what a browser fetches. */
export interface BundleSizes {
  /** For the first screen: the entry, all it imports at once, and their styles. */
  readonly shell: number;
  /** The additional size of what it fetches later, by the module that it opens. */
  readonly besides: (module: string) => number;
}

/** Builds the workbench as it ships, and measures its sizes. */
export async function bundleSizes(): Promise<BundleSizes> {
  const outDir = await mkdtemp(join(tmpdir(), "assay-bundle-"));
  const root = join(import.meta.dirname, "../../workbench");
  await build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    build: {
      ...{ outDir, emptyOutDir: true, manifest: true },
      // the registry too, so that editors are weighed whether or not a screen opens them
      rolldownOptions: {
        input: [join(root, "index.html"), join(root, "src/editors/answer/registry.ts")],
        preserveEntrySignatures: "strict",
      },
    },
  });
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, ".vite/manifest.json"), "utf8"));
  const weights = new Map<string, number>();
  for (const chunk of Object.values(manifest)) {
    for (const file of [chunk.file, ...(chunk.css ?? [])]) {
      weights.set(file, gzipSync(await readFile(join(outDir, file))).byteLength / 1_000);
    }
  }
  await rm(outDir, { recursive: true });
  const shell = filesOf(manifest, "index.html");
  const weigh = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + (weights.get(file) ?? 0), 0);
  return {
    shell: weigh(shell),
    besides: (module) => weigh([...filesOf(manifest, module)].filter((file) => !shell.has(file))),
  };
}

/** The files of a module and of its static imports. */
function filesOf(manifest: Manifest, module: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[module];
  if (chunk === undefined) throw new Error(`the workbench has no module ${module}`);
  if (files.has(chunk.file)) return files;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files);
  return files;
}
