import { type Command, JSON_OPTION, noArgument, printResult } from "../command.ts";
import { operate } from "../operating.ts";
import { table } from "../table.ts";

/** `assay certificate-key list` */
export const certificateKeyList: Command = {
  usage: "certificate-key list [--json]",
  summary: "List the keys that certificates are signed with",
  options: JSON_OPTION,
  examples: ["assay certificate-key list"],
  async run(input, terminal) {
    noArgument(input);
    const keys = await operate(terminal, (operator) => operator.listCertificateKeys());
    const rows = keys.map(({ kid, created_at, not_after, revoked_at }) => ({
      id: kid,
      created: created_at,
      "not after": not_after,
      revoked: revoked_at,
    }));
    printResult(input, terminal, keys, table(rows));
  },
};
