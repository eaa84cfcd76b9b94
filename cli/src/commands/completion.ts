import { type Command, onlyArgument, UsageError } from "../command.ts";
import { completionFor, SHELLS } from "../completion.ts";

/** `assay completion`, which completes `commands`. */
export function completionOf(commands: () => readonly Command[]): Command {
  return {
    usage: "completion SHELL",
    summary: "Print a script that completes commands and options in bash, zsh or fish",
    options: {},
    examples: [
      'eval "$(assay completion bash)"',
      "assay completion fish > ~/.config/fish/completions/assay.fish",
    ],
    async run(input, terminal) {
      const given = onlyArgument(input, "SHELL");
      const shell = SHELLS.find((each) => each === given);
      if (shell === undefined) throw new UsageError(`SHELL must be ${SHELLS.join(", ")} (got ${given})`);
      terminal.print(completionFor(shell, commands()));
    },
  };
}
