import { only } from "./accepted.ts";
import type { ExportAnswer, ExportContext, ExportFile, ExportItem, Format, Items, Pages } from "./format.ts";
import { withImages } from "./images.ts";
import { jsonLine } from "./json-line.ts";
import { LabelConfig } from "./label-studio/config.ts";
import { dataOf, hasParts } from "./label-studio/medium.ts";
import { regionsOf, TYPES } from "./label-studio/regions.ts";
import { listOfEach } from "./pages.ts";
import { recordOf } from "./record.ts";

/**
 * Tasks that Label Studio imports, and the labeling interface (`label_config.xml`) for them.
 *
 * Each item is a task. Its first annotation is the delivered label, with `ground_truth` true; of an excluded
 * item it is a cancelled one. The annotators' answers follow. `meta.assay` has everything that Label Studio has
 * no place for; `meta` of a region has the attributes of a box, the holes of an outline, the object and visibility of a keypoint,
 * and the ties of a ranking. Coordinates are percent of the image's sides, which Label
 * Studio uses, so the last of their sixteen digits may change. Source: labelstud.io/guide/task_format.
 */
export const labelStudio: Format = {
  name: "label_studio",
  aliases: ["label_studio_json"],
  types: TYPES,
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files,
  loss: (item) => (hasParts(item) ? ["conversation.messages.content"] : []),
};

async function* files(context: ExportContext, items: Items): AsyncGenerator<readonly ExportFile[]> {
  const config = new LabelConfig(context);
  yield* withImages({ path: "tasks.json", content: tasks(context, items(), config) }, context, items);
  yield [{ path: "label_config.xml", content: only(config.text()) }];
}

async function* tasks({ project }: ExportContext, items: Pages, config: LabelConfig): AsyncGenerator<string> {
  const type = project.annotation_type;
  let id = 0;
  yield "[";
  yield* listOfEach(items, (item) => {
    id += 1;
    config.add(item);
    return [jsonLine(taskOf(id, type, item))];
  });
  yield id === 0 ? "]\n" : "\n]\n";
}

function taskOf(id: number, type: string, item: ExportItem): object {
  const { result, answers, text: _, conversation: __, ...assay } = recordOf(item);
  const isCancelled = item.status === "excluded";
  const delivered = {
    was_cancelled: isCancelled,
    ground_truth: !isCancelled,
    result: regionsOf(type, result, item),
  };
  const given = answers.map(({ result, created_at }) => ({
    created_at,
    was_cancelled: false,
    ground_truth: false,
    result: regionsOf(type, result, item),
  }));
  return {
    id,
    data: dataOf(item),
    annotations: [...(isCancelled || result !== null ? [delivered] : []), ...given],
    predictions: [],
    meta: { assay: { ...assay, answers: answers.map(withoutResult) } },
  };
}

function withoutResult({ result: _, created_at: __, ...answer }: ExportAnswer): object {
  return answer;
}
