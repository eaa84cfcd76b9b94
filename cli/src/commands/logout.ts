import { type Command, JSON_OPTION, noArgument, printResult, UsageError } from "../command.ts";
import { DEFAULT_PROFILE, readProfiles, writeProfile } from "../profiles.ts";

/** `assay logout` */
export const logout: Command = {
  usage: "logout [--profile NAME] [--json]",
  summary: "Delete a stored address and key from this machine; the key stays valid",
  options: JSON_OPTION,
  examples: ["assay logout", "assay logout --profile staging"],
  async run(input, terminal) {
    noArgument(input);
    const name = terminal.env.ASSAY_PROFILE || DEFAULT_PROFILE;
    if (readProfiles(terminal)[name] === undefined) throw new UsageError(`there is no profile ${name}`);
    writeProfile(terminal, name, undefined);
    terminal.note(
      `Deleted the profile ${name}. Its key stays valid until an owner revokes it in the settings of the workbench`,
    );
    if (input.values.json === true) printResult(input, terminal, { profile: name }, "");
  },
};
