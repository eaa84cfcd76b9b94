import { type Command, JSON_OPTION, onlyArgument, printResult } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay certificate-key revoke` */
export const certificateKeyRevoke: Command = {
  usage: "certificate-key revoke KEY [--json]",
  summary: "Revoke a leaked key; signs its certificates again with a new key",
  options: JSON_OPTION,
  examples: ["assay certificate-key revoke 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"],
  async run(input, terminal) {
    const id = onlyArgument(input, "KEY");
    const { certificates } = await operate(terminal, (operator) => operator.revokeCertificateKey(id));
    printResult(
      input,
      terminal,
      { id, certificates },
      `revoked ${id}; certificates signed anew: ${certificates}`,
    );
  },
};
