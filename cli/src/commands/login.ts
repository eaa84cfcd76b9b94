import { Assay } from "@assay/sdk/assay.ts";
import { type Command, JSON_OPTION, noArgument, printResult, textOf, UsageError } from "../command.ts";
import { DEFAULT_BASE_URL, optionsOf } from "../connecting.ts";
import { DEFAULT_PROFILE, writeProfile } from "../profiles.ts";

/** `assay login` */
export const login: Command = {
  usage: "login [--url URL] [--profile NAME] [--json]",
  summary: "Check an API key, and store it with the service's address for later commands",
  options: {
    url: {
      type: "string",
      help: "the service's address; default: ASSAY_BASE_URL, else http://localhost:8080",
    },
    ...JSON_OPTION,
  },
  examples: [
    "assay login --url https://assay.example.com",
    "assay login --profile staging --url https://staging.example.com < key.txt",
  ],
  async run(input, terminal) {
    noArgument(input);
    const { env, note, askSecret } = terminal;
    const base_url = addressOf(textOf(input, "url") ?? (env.ASSAY_BASE_URL || DEFAULT_BASE_URL));
    const api_key = (env.ASSAY_API_KEY ?? (await askSecret?.(`API key for ${base_url}: `)) ?? "").trim();
    if (api_key === "")
      throw new UsageError("there is no API key: type it, pipe it in, or set ASSAY_API_KEY");
    const account = await new Assay(optionsOf({ base_url, api_key })).account.get();
    const name = env.ASSAY_PROFILE || DEFAULT_PROFILE;
    const path = writeProfile(terminal, name, { base_url, api_key });
    note(`Logged in to ${base_url} as ${account.name}; stored as the profile ${name} in ${path}`);
    if (input.values.json === true)
      printResult(input, terminal, { profile: name, base_url, account, path }, "");
  },
};

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null; // Node 20 has no URL.parse
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new UsageError(`--url must be an address such as https://assay.example.com (got ${text})`);
  return text.replace(/\/+$/, "");
}
