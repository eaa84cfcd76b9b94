import type { HubConfig, SourceConfig } from "../platform/database/upload-tables.ts";

/** A dataset repository of the Hugging Face Hub, at a revision. */
export interface HubPlace {
  /** `owner/name`. */
  readonly repository: string;
  /** A branch, a tag or a commit. */
  readonly revision: string;
  /** The folder, with a slash at its end; empty for the whole repository. */
  readonly prefix: string;
}

const NAME = "[A-Za-z0-9][\\w.-]{0,95}";
/** Slashes in other revisions are written as `%2F`. */
const REVISION = "refs/convert/[\\w-]+|refs/pr/\\d+|[^/@]+";
const PLACE = new RegExp(`^hf://datasets/(${NAME}/${NAME})(?:@(${REVISION}))?(?:/(.*))?$`);

/**
 * The place that `hf://datasets/OWNER/NAME@REVISION/FOLDER` names; without a revision it is `main`. Undefined for anything else.
 * Source of the form: `HfFileSystem` of huggingface_hub.
 */
export function parseHubUrl(url: string): HubPlace | undefined {
  const [, repository, encoded = "main", rest = ""] = PLACE.exec(url) ?? [];
  const revision = decoded(encoded);
  const folder = rest.replace(/\/$/, "");
  const isPath = folder === "" || folder.split("/").every((name) => !["", ".", ".."].includes(name));
  if (repository === undefined || !/^\w[\w./-]{0,199}$/.test(revision) || !isPath) return undefined;
  return { repository, revision, prefix: folder === "" ? "" : `${folder}/` };
}

/** Whether the files of a source are in a repository of the Hub. */
export function isHubConfig(config: SourceConfig): config is HubConfig {
  return "url" in config && config.url.startsWith("hf://");
}

/** The place of a source in the Hub; its URL was checked when it was created. */
export function hubPlaceOf({ url }: HubConfig): HubPlace {
  const place = parseHubUrl(url);
  if (place === undefined) throw new Error(`${url} names no dataset repository`);
  return place;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
