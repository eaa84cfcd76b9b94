import { type Command, noArgument } from "../command.ts";
import { operate } from "../operating.ts";
import { table } from "../table.ts";

/** `assay certificate-key list` */
export const certificateKeyList: Command = {
  usage: "certificate-key list",
  summary: "List the keys that certificates are signed with",
  options: {},
  examples: ["assay certificate-key list"],
  async run(input, terminal) {
    noArgument(input);
    const keys = await operate(terminal, (operator) => operator.listCertificateKeys());
    terminal.print(
      table(
        keys.map(({ kid, created_at, not_after, revoked_at }) => ({
          id: kid,
          created: created_at,
          "not after": not_after,
          revoked: revoked_at,
        })),
      ),
    );
  },
};
