import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository, or of an image, which has the same folders. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Pages that lie elsewhere than in docs/, and other files that the service serves under an address of its own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "README.md": "/docs/readme",
  "ARCHITECTURE.md": "/docs/architecture",
  "CHANGELOG.md": "/docs/changelog",
  "CONTRIBUTING.md": "/docs/contributing",
  "SECURITY.md": "/docs/report-a-vulnerability",
  "deploy/README.md": "/docs/deploy",
  "python/README.md": "/docs/python",
  "sdk/README.md": "/docs/sdk",
  "openapi.json": "/docs/reference",
};

/** The Markdown files that are pages, by their paths from the top of the repository. */
export async function listPages(): Promise<string[]> {
  const inDocs = await readdir(join(ROOT, "docs"), { recursive: true });
  return [...inDocs.map((name) => posix.join("docs", name)), ...Object.keys(ELSEWHERE)]
    .filter((file) => file.endsWith(".md"))
    .sort();
}

/** The address of a file of the repository; undefined if the service does not serve it. */
export function urlOf(file: string): string | undefined {
  if (!file.startsWith("docs/")) return ELSEWHERE[file];
  if (file.startsWith("docs/images/")) return `/${file}`;
  if (!file.endsWith(".md")) return undefined;
  return `/${file.replace(/(\/README)?\.md$/, "")}`;
}
