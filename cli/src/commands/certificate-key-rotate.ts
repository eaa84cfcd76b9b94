import { type Command, noArgument } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay certificate-key rotate` */
export const certificateKeyRotate: Command = {
  usage: "certificate-key rotate",
  summary: "Sign certificates with a new key from now on; older ones stay valid",
  options: {},
  examples: ["assay certificate-key rotate"],
  async run(input, terminal) {
    noArgument(input);
    terminal.print((await operate(terminal, (operator) => operator.rotateCertificateKey())).id);
  },
};
