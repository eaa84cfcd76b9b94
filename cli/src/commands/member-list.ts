import { type Command, noArgument } from "../command.ts";
import { assayAt } from "../connecting.ts";
import { LIST_OPTIONS, printList } from "../listing.ts";

/** `assay member list` */
export const memberList: Command = {
  usage: "member list [--limit N] [--json]",
  summary: "List the members of the account, the newest first",
  options: LIST_OPTIONS,
  examples: ["assay member list"],
  async run(input, terminal) {
    noArgument(input);
    await printList(input, terminal, assayAt(terminal).members.list(), (member) => ({
      id: member.id,
      role: member.role,
      sign_in: member.sign_in,
      email: member.email,
      name: member.name,
    }));
  },
};
