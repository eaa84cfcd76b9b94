import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import type { Guidelines, Item } from "../src/editors/editor.ts";

interface GivenProject {
  readonly name?: string;
  readonly annotation_type?: string;
  readonly labels?: readonly string[];
  /** Relation types with the labels of their ends. */
  readonly relations?: Readonly<Record<string, { source: string[]; target: string[] }>>;
  readonly fields?: readonly FieldDefinition[];
  readonly type_options?: Guidelines["type_options"];
  readonly instructions?: string;
}

/** A project in the API's shape; a label's id is its name. */
export function givenProject({
  labels = [],
  relations = {},
  fields = [],
  ...given
}: GivenProject): Guidelines {
  return {
    id: "proj_1",
    name: "A project",
    annotation_type: "text_classification",
    instructions: null,
    type_options: {},
    guideline_version: 1,
    is_confirmed: true,
    has_assist: false,
    ...given,
    fields: [...fields],
    labels: [...labels, ...Object.keys(relations)].map((name) => ({
      id: name,
      name,
      color: null,
      hotkey: null,
      parent: null,
      attributes: [],
      retired: false,
      ...(relations[name] !== undefined && { relation: relations[name] }),
    })),
  };
}

/** A prediction in the API's shape. */
export function givenPrediction(
  given: Partial<Item["predictions"][number]> & Pick<Item["predictions"][number], "result">,
): Item["predictions"][number] {
  return {
    ...{ model: "m", version: null, prompt_version: null },
    score: null,
    fields: null,
    usage: null,
    ...given,
  };
}

/** An open item in the API's shape. */
export function givenItem(content: Partial<Item>): Item {
  return {
    id: "item_1",
    batch_id: "batch_1",
    project_id: "proj_1",
    external_id: null,
    group: null,
    priority: 0,
    metadata: {},
    position: 1,
    file: {
      id: "file_1",
      filename: "items.jsonl",
      content_type: "application/jsonl",
      width: null,
      height: null,
      duration: null,
    },
    line: 1,
    status: "open",
    round: 1,
    overlap_required: 1,
    answer_count: 0,
    skip_count: 0,
    label: null,
    fields: null,
    support: null,
    suspicion: null,
    origin: null,
    model: null,
    excluded_reason: null,
    text: null,
    conversation: null,
    content_url: "data:,",
    predictions: [],
    ...content,
  };
}
