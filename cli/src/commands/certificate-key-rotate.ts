import { type Command, JSON_OPTION, noArgument, printResult } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay certificate-key rotate` */
export const certificateKeyRotate: Command = {
  usage: "certificate-key rotate [--json]",
  summary: "Sign certificates with a new key from now on; older ones stay valid",
  options: JSON_OPTION,
  examples: ["assay certificate-key rotate"],
  async run(input, terminal) {
    noArgument(input);
    const { id } = await operate(terminal, (operator) => operator.rotateCertificateKey());
    printResult(input, terminal, { id }, id);
  },
};
