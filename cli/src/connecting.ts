import { Assay } from "@assay/sdk/assay.ts";
import { type Client, type ClientOptions, createClient } from "@assay/sdk/client.ts";
import { type Terminal, UsageError } from "./command.ts";
import { DEFAULT_PROFILE, type Profile, readProfiles } from "./profiles.ts";

/** Where the service is if nobody says otherwise. */
export const DEFAULT_BASE_URL = "http://localhost:8080";

/**
 * Creates a client for the named profile, else for `ASSAY_BASE_URL` with the key in `ASSAY_API_KEY`, else for the default profile. Its
 * methods throw a clear error if nothing responds there.
 */
export function connectTo(terminal: Terminal): Client {
  return createClient(optionsOf(settingsOf(terminal)));
}

/** The same client with a method for each operation. */
export function assayAt(terminal: Terminal): Assay {
  return new Assay(optionsOf(settingsOf(terminal)));
}

/** Options of a client whose requests fail with a clear error if nothing responds at the address. */
export function optionsOf({ base_url, api_key }: Profile): ClientOptions {
  const fetchOrTell: typeof fetch = (request, init) =>
    fetch(request, init).catch((fault: unknown) => {
      throw isUnreachable(fault) ? new Error(noAnswer(base_url), { cause: fault }) : fault;
    });
  return { baseUrl: base_url, apiKey: api_key, fetch: fetchOrTell };
}

function settingsOf({ env }: Terminal): Profile {
  const { ASSAY_API_KEY: api_key, ASSAY_BASE_URL: base_url, ASSAY_PROFILE: name } = env;
  if (!name && api_key) return { base_url: base_url || DEFAULT_BASE_URL, api_key };
  const profile = readProfiles({ env })[name || DEFAULT_PROFILE];
  if (profile === undefined) throw new UsageError(noProfile(name));
  // The key of one service must not be sent to another.
  if (!name && base_url && base_url !== profile.base_url)
    throw new UsageError(
      `ASSAY_BASE_URL is ${base_url}, but assay login stored a key for ${profile.base_url}: set ASSAY_API_KEY too, or unset ASSAY_BASE_URL`,
    );
  return profile;
}

function noProfile(name: string | undefined): string {
  if (name) return `there is no profile ${name}: run assay login --profile ${name}`;
  return "ASSAY_API_KEY is not set: set it to your API key, or run assay login";
}

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** An error of `fetch` has the socket's error as its cause. */
function isUnreachable(fault: unknown): boolean {
  const cause = fault instanceof TypeError ? fault.cause : undefined;
  return cause instanceof Error && "code" in cause && UNREACHABLE.test(String(cause.code));
}

function noAnswer(baseUrl: string): string {
  return `no service answers at ${baseUrl}: start it, or set ASSAY_BASE_URL to its address`;
}
