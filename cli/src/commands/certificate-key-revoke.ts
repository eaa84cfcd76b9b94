import { type Command, onlyArgument } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay certificate-key revoke` */
export const certificateKeyRevoke: Command = {
  usage: "certificate-key revoke KEY",
  summary: "Say that somebody else may have a key: what it signed is signed anew",
  options: {},
  examples: ["assay certificate-key revoke 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"],
  async run(input, terminal) {
    const id = onlyArgument(input, "KEY");
    const { certificates } = await operate(terminal, (operator) => operator.revokeCertificateKey(id));
    terminal.print(`revoked ${id}; certificates signed anew: ${certificates}`);
  },
};
