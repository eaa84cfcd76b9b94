import { createHash } from "node:crypto";
import type { Guidelines } from "../guidelines/guidelines.ts";
import type { ItemContent } from "../items/store.ts";
import type { ModelPrompt } from "../platform/database/model-tables.ts";
import type { JsonSchema } from "./answer-schema.ts";
import type { AskedProject } from "./content.ts";

/** Of the words of this file: raise it with each change that a model reads. */
const WORDING = 1;

const TASK =
  "You annotate items of a dataset. Follow the guideline as a careful annotator would. " +
  "Answer with one JSON object of the schema below and nothing else.";

/** A message of a chat. */
export type Message =
  | { readonly role: "system" | "user" | "assistant"; readonly content: string }
  | { readonly role: "user"; readonly content: readonly Part[] };

type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** The version of a prompt that predictions name: the same for the same settings and the same words of Assay's. */
export function promptVersion(prompt: ModelPrompt | null): string {
  return createHash("sha256")
    .update(`${WORDING}\n${JSON.stringify(prompt)}`)
    .digest("hex")
    .slice(0, 12);
}

/** What the chat of each item begins with. */
interface Setting {
  readonly project: AskedProject;
  readonly guidelines: Guidelines;
  readonly prompt: ModelPrompt | null;
  /** Of the answer. */
  readonly schema: JsonSchema;
}

/** The chat that asks for the answer to an item. `image`: its picture as a data URL. */
export function messagesOf(setting: Setting, item: ItemContent, image: string | undefined): Message[] {
  const examples = (setting.prompt?.examples ?? []).flatMap(({ text, ...answer }): Message[] => [
    { role: "user", content: text },
    { role: "assistant", content: JSON.stringify(answer) },
  ]);
  return [{ role: "system", content: systemText(setting) }, ...examples, itemMessage(item, image)];
}

function systemText({ project, guidelines, prompt, schema }: Setting): string {
  const { annotation_type, guideline } = project;
  const parts: readonly (readonly [string, string | null | undefined])[] = [
    ["Task", `${TASK} The kind of annotation is ${annotation_type.replaceAll("_", " ")}.`],
    ["Guideline", guideline],
    ["Labels", told(labelsOf(guidelines))],
    ["Fields", told(guidelines.fields)],
    ["Options", told(guidelines.type_options)],
    ["Further instructions", prompt?.instructions],
    ["JSON Schema of the answer", JSON.stringify(schema)],
  ];
  return parts
    .filter(([, text]) => text)
    .map(([title, text]) => `# ${title}\n${text}`)
    .join("\n\n");
}

/** The labels that answers may have, as far as they mean something to a reader. */
function labelsOf({ labels }: Guidelines): object[] {
  const nameOf = new Map(labels.map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[]) => ids.map((id) => nameOf.get(id) ?? id);
  return labels
    .filter(({ retired }) => !retired)
    .map(({ name, parent, attributes, relation }) => ({
      name,
      ...(relation !== undefined && {
        relation: { source: named(relation.source), target: named(relation.target) },
      }),
      ...(parent !== null && { parent: nameOf.get(parent) }),
      ...(attributes.length > 0 && { attributes }),
    }));
}

function told(value: object): string | null {
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

function itemMessage({ text, conversation, file }: ItemContent, image: string | undefined): Message {
  if (text !== null) return { role: "user", content: text };
  if (conversation !== null) return { role: "user", content: JSON.stringify(conversation) };
  const size = `The image is ${file.width} pixels wide and ${file.height} high.`;
  return {
    role: "user",
    content: [
      { type: "text", text: size },
      ...(image === undefined ? [] : [{ type: "image_url" as const, image_url: { url: image } }]),
    ],
  };
}
