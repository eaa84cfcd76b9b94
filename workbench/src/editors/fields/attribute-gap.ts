import { attributesOf } from "@assay/domain/attributes.ts";
import { checkFields } from "@assay/domain/fields.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Editor, Gap, Guidelines } from "../editor.ts";
import { questionOf } from "../objects/attribute-question.ts";
import { gapMessage, nameAmong } from "./answers.ts";

/** The first attribute of an object that is missing or does not fit its label; null if there is none. */
export function attributeGap(
  editor: Pick<Editor, "attributed">,
  entries: Entries<unknown>,
  { labels }: Pick<Guidelines, "labels">,
): Gap | null {
  const defined = new Map(
    labels
      .filter(({ attributes }) => attributes.length > 0)
      .map((label) => [label.name, attributesOf(label)]),
  );
  if (editor.attributed === undefined || defined.size === 0) return null;
  const objects = editor.attributed(entries);
  for (const object of objects) {
    const definitions = defined.get(object.name) ?? [];
    const answers = Object.fromEntries(definitions.map(({ name }) => [name, object.attributes[name]]));
    const [fault] = checkFields(definitions, answers);
    if (fault === undefined) continue;
    const name = fault.path;
    const about = nameAmong(object, objects);
    const message = gapMessage(name, about, answers[name] === undefined ? undefined : fault.message);
    return { message, question: questionOf(object.key, name), target: object.key };
  }
  return null;
}
