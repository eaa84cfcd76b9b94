import { type Command, JSON_OPTION, onlyArgument, printResult, textOf } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay certificate revoke` */
export const certificateRevoke: Command = {
  usage: "certificate revoke CERTIFICATE [--reason TEXT] [--json]",
  summary: "Revoke a certificate permanently; assay verify with the published keys then fails",
  options: { reason: { type: "string", help: "the reason, which is published" }, ...JSON_OPTION },
  examples: ['assay certificate revoke cert_01JD3W8Q9V6T2R4M5N7P8X0YZC --reason "the auditor was mistaken"'],
  async run(input, terminal) {
    const id = onlyArgument(input, "CERTIFICATE");
    const reason = textOf(input, "reason") ?? null;
    const { batch_id } = await operate(terminal, (operator) => operator.revokeCertificate(id, reason));
    printResult(
      input,
      terminal,
      { id, batch_id },
      `revoked ${id} (${batch_id ?? "its account was deleted"})`,
    );
  },
};
