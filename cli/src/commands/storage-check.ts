import { checkStorage } from "@assay/server/src/operator.ts";
import type { Command } from "../command.ts";

/** `assay storage check` */
export const storageCheck: Command = {
  usage: "storage check",
  summary: "Try each operation that the service needs on the bucket of ASSAY_STORAGE_URL",
  options: {},
  examples: ["ASSAY_STORAGE_URL='s3://bucket/assay?region=eu-central-1' assay storage check"],
  async run(_input, { env, print }) {
    const checked = await checkStorage(env);
    for (const { operation, fault } of checked) print(`${operation}: ${fault ?? "works"}`);
    const failed = checked.filter(({ fault }) => fault !== undefined).length;
    if (failed > 0) throw new Error(`${failed} of ${checked.length} operations fail`);
  },
};
