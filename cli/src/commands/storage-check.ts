import { checkStorage } from "@assay/server/src/operator.ts";
import { type Command, JSON_OPTION, printResult } from "../command.ts";

/** `assay storage check` */
export const storageCheck: Command = {
  usage: "storage check [--json]",
  summary: "Try each operation that the service needs on the bucket of ASSAY_STORAGE_URL",
  options: JSON_OPTION,
  examples: ["ASSAY_STORAGE_URL='s3://bucket/assay?region=eu-central-1' assay storage check"],
  async run(input, terminal) {
    const checked = await checkStorage(terminal.env);
    const lines = checked.map(({ operation, fault }) => `${operation}: ${fault ?? "works"}`);
    printResult(input, terminal, checked, lines.join("\n"));
    const failed = checked.filter(({ fault }) => fault !== undefined).length;
    if (failed > 0) throw new Error(`${failed} of ${checked.length} operations fail`);
  },
};
