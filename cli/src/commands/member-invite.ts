import { type Command, choiceOf, JSON_OPTION, onlyArgument, printResult, textOf } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay member invite` */
export const memberInvite: Command = {
  usage: "member invite EMAIL [--name NAME] [--role ROLE] [--json]",
  summary: "Create a member and print the link with which they join, which works once, for a week",
  options: {
    name: { type: "string", help: "the member's name; default: the address before the @" },
    role: { type: "string", help: "owner, manager, reviewer, annotator (default) or viewer" },
    ...JSON_OPTION,
  },
  examples: ["assay member invite rater@example.com --role annotator"],
  async run(input, terminal) {
    const email = onlyArgument(input, "EMAIL");
    const role = choiceOf(input, "role", ["owner", "manager", "reviewer", "annotator", "viewer"]);
    const name = textOf(input, "name") ?? email.split("@")[0] ?? email;
    const member = await assayAt(terminal).members.create({
      name,
      email,
      ...(role !== undefined && { role }),
    });
    printResult(input, terminal, member, member.invitation?.url ?? member.id);
  },
};
