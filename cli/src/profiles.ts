import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Terminal } from "./command.ts";

/** An address of a service and a key for it, as `assay login` stored them. */
export interface Profile {
  readonly base_url: string;
  readonly api_key: string;
}

/** The name of the profile that commands use unless another is named. */
export const DEFAULT_PROFILE = "default";

/**
 * The stored profiles by name; none without a home folder or before the first login. Throws an error that names the file if it is
 * damaged.
 */
export function readProfiles({ env }: Pick<Terminal, "env">): Readonly<Record<string, Profile>> {
  const path = pathOf(env);
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return {};
    throw fault;
  }
  const profiles = parsed(text);
  if (profiles === undefined) throw new Error(`${path} is damaged: delete it, and run assay login`);
  return profiles;
}

/** Stores a profile, or deletes it if it is undefined. Only the user can read the file. Throws without a home folder. */
export function writeProfile(
  { env }: Pick<Terminal, "env">,
  name: string,
  profile: Profile | undefined,
): string {
  const path = pathOf(env);
  if (path === undefined) throw new Error("there is no folder for the profile: set HOME, or XDG_CONFIG_HOME");
  const { [name]: _before, ...others } = readProfiles({ env });
  const profiles = profile === undefined ? others : { ...others, [name]: profile };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600); // a file that a killed process left keeps its mode
  renameSync(fresh, path);
  return path;
}

function pathOf(env: Terminal["env"]): string | undefined {
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || (env.HOME ? join(env.HOME, ".config") : undefined);
  return folder === undefined ? undefined : join(folder, "assay", "profiles.json");
}

function parsed(text: string): Record<string, Profile> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
    const entries = Object.entries(found);
    return entries.every(([, value]) => isProfile(value)) ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== "object" || value === null) return false;
  return (
    "base_url" in value &&
    typeof value.base_url === "string" &&
    "api_key" in value &&
    typeof value.api_key === "string"
  );
}
