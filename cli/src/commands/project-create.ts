import {
  type Command,
  JSON_OPTION,
  neededText,
  noArgument,
  printResult,
  textOf,
  textsOf,
} from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay project create` */
export const projectCreate: Command = {
  usage: "project create --type TYPE [--name NAME] [--label LABEL]… [--level LEVEL] [--json]",
  summary: "Create a project and print its id",
  options: {
    type: { type: "string", help: "the annotation type, such as object_detection" },
    name: { type: "string", help: "the project's name" },
    label: { type: "string", multiple: true, help: "a label; repeat the option for several" },
    level: { type: "string", help: "the quality level, such as standard" },
    ...JSON_OPTION,
  },
  examples: ["assay project create --type text_classification --name Reviews --label good --label bad"],
  async run(input, terminal) {
    noArgument(input);
    const [name, quality_level] = [textOf(input, "name"), textOf(input, "level")];
    const project = await assayAt(terminal).projects.create({
      annotation_type: neededText(input, "type"),
      labels: textsOf(input, "label").map((label) => ({ name: label })),
      ...(name !== undefined && { name }),
      ...(quality_level !== undefined && { quality_level }),
    });
    printResult(input, terminal, project, project.id);
  },
};
