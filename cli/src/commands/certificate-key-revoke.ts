import { type Command, onlyArgument } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay certificate-key revoke` */
export const certificateKeyRevoke: Command = {
  usage: "certificate-key revoke KEY",
  summary: "Revoke a leaked key; signs its certificates again with a new key",
  options: {},
  examples: ["assay certificate-key revoke 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"],
  async run(input, terminal) {
    const id = onlyArgument(input, "KEY");
    const { certificates } = await operate(terminal, (operator) => operator.revokeCertificateKey(id));
    terminal.print(`revoked ${id}; certificates signed anew: ${certificates}`);
  },
};
