import { untilHolds } from "@assay/sdk/until.ts";
import { type Command, JSON_OPTION, printResult, textOf, UsageError } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay dataset push` */
export const datasetPush: Command = {
  usage:
    "dataset push DATASET VERSION URL [--media] [--license ID] [--create private|public] [--endpoint URL] [--json]",
  summary:
    "Push a version to a repository of the Hugging Face Hub with the token in HF_TOKEN, and print the commit",
  options: {
    media: { type: "boolean", help: "push the media files too" },
    license: { type: "string", help: "the license that the card states, such as cc-by-4.0" },
    create: { type: "string", help: "create the repository if it does not exist: private or public" },
    endpoint: { type: "string", help: "the origin of another Hub than huggingface.co" },
    ...JSON_OPTION,
  },
  examples: ["HF_TOKEN=hf_… assay dataset push ds_01JD3W8Q9V6T2R4M5N7P8X0YZC 2 hf://datasets/acme/signs"],
  async run(input, terminal) {
    const [id, version, url, ...others] = input.positionals;
    if (id === undefined || version === undefined || url === undefined || others.length > 0)
      throw new UsageError("DATASET, VERSION and URL are needed, and nothing else");
    const token = terminal.env.HF_TOKEN ?? "";
    if (token === "") throw new UsageError("set HF_TOKEN to a token that may write to the repository");
    const endpoint = textOf(input, "endpoint");
    const license = textOf(input, "license");
    const create = textOf(input, "create");
    if (create !== undefined && create !== "private" && create !== "public")
      throw new UsageError("--create must be private or public");
    const { datasets } = assayAt(terminal);
    await datasets.pushVersion(id, version, {
      ...{ url, token },
      ...(endpoint !== undefined && { endpoint }),
      ...(license !== undefined && { license }),
      ...(create !== undefined && { create }),
      ...(input.values.media === true && { include: "media" }),
    });
    const { push } = await untilHolds(
      `version ${version} of ${id} to be pushed`,
      {},
      (options) => datasets.getVersion(id, version, options),
      (found) => {
        const { files = null, files_sent = 0 } = found.push ?? {};
        if (files !== null) terminal.progress?.(`${files_sent} of ${files} files`);
        return found.push?.status !== "pushing";
      },
    );
    if (push?.status !== "pushed") throw new Error(push?.error ?? `version ${version} was not pushed`);
    printResult(input, terminal, push, push.commit ?? "");
  },
};
