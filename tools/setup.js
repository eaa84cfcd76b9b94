// Runs before every npm script, on whatever Node the machine has (20 too): plain JavaScript, no package.
// Installs the packages where they are not those of the lockfile and, asked with --workbench, builds the workbench
// where its sources have changed; says nothing when there is nothing to do.

import { execSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const ROOT = new URL("../", import.meta.url);
/** npm puts it first into the PATH of its scripts. */
const PACKAGED = new URL("node_modules/.bin", ROOT);
/** From here on Node runs TypeScript as it stands. */
const OLDEST_NODE = [22, 18];

/** All that the built workbench is made of, and this, which compresses it. */
const SOURCES = [
  ...["workbench/src", "workbench/public", "workbench/index.html", "workbench/vite.config.ts"],
  "workbench/package.json",
  ...["domain/src", "sdk/src", "package-lock.json", "tools/setup.js"],
];
const BUILT = new URL("workbench/dist/", ROOT);
const BUILT_OF = new URL("built-of", BUILT);
/** Smaller files fit into a packet or so as they are. */
const WORTH_COMPRESSING_BYTES = 1_000;

if (!isInstalled()) install();
if (isTooOld(process.version) && isTooOld(nodeOfScripts())) {
  fail(
    `Assay needs Node ${OLDEST_NODE.join(".")} or newer and found ${nodeOfScripts() ?? "none"}. ` +
      "No packaged Node is at hand for this platform: install Node 24 and start again.",
  );
}

if (process.argv.includes("--workbench")) buildWorkbench();

/** True where node_modules holds just what the lockfile names; optional packages may be another platform's. */
function isInstalled() {
  const installed = packagesOf("node_modules/.package-lock.json");
  if (!installed) return false;
  const wanted = packagesOf("package-lock.json") ?? {};
  const paths = Object.keys(wanted).filter((path) => path.includes("node_modules/"));
  return (
    paths.every((path) => isSame(wanted[path], installed[path])) &&
    Object.keys(installed).every((path) => path in wanted)
  );
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(new URL(lockfile, ROOT), "utf8")).packages;
  } catch {
    return undefined; // none, or half written
  }
}

function isSame(wanted, installed) {
  if (!installed) return wanted.optional === true;
  return wanted.version === installed.version && wanted.integrity === installed.integrity;
}

function install() {
  console.log("Installing packages (npm ci)");
  try {
    execSync("npm ci --no-audit --no-fund --loglevel=error", { cwd: ROOT, stdio: "inherit" });
  } catch {
    fail("npm ci failed: Assay cannot start without its packages.");
  }
}

/** The Node that npm's scripts find: the packaged one, once it is installed. */
function nodeOfScripts() {
  try {
    const env = { ...process.env, PATH: `${fileURLToPath(PACKAGED)}${delimiter}${process.env.PATH}` };
    return execSync("node --version", { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

function buildWorkbench() {
  const sources = digestOf(SOURCES);
  if (textOf(BUILT_OF) === sources) return;
  console.log("Building the workbench");
  try {
    execSync("npm exec --offline -- vite build workbench --logLevel error", { cwd: ROOT, stdio: "inherit" });
  } catch {
    fail("The workbench could not be built.");
  }
  compressBuilt();
  writeFileSync(BUILT_OF, sources);
}

/** Puts each text compressed beside it: as brotli, which browsers take by HTTPS, and as gzip, which they take by HTTP. */
function compressBuilt() {
  for (const name of readdirSync(BUILT, { recursive: true })) {
    const bytes = /\.(js|css|html|svg)$/.test(name) ? readFileSync(new URL(name, BUILT)) : [];
    if (bytes.length < WORTH_COMPRESSING_BYTES) continue;
    writeFileSync(new URL(`${name}.br`, BUILT), brotliCompressSync(bytes));
    writeFileSync(new URL(`${name}.gz`, BUILT), gzipSync(bytes, { level: 9 }));
  }
}

/** Of the names and bytes of files, and of all files in folders, tests left out. */
function digestOf(paths) {
  const hash = createHash("sha256");
  const files = paths.flatMap((path) => {
    const inside = path.includes(".") ? [""] : readdirSync(new URL(path, ROOT), { recursive: true });
    return inside.map((name) => (name === "" ? path : `${path}/${name}`));
  });
  for (const file of files.filter((name) => /\.\w+$/.test(name) && !name.endsWith(".test.ts")).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(new URL(file, ROOT)))
      .update("\0");
  }
  return hash.digest("hex");
}

function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isTooOld(version) {
  const [major = 0, minor = 0] = (version ?? "").replace("v", "").split(".").map(Number);
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
