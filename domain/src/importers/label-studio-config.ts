import type { LabelInput } from "../labels.ts";
import type { Folder, ForeignProject } from "./importer.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json-value.ts";
import type { Pair } from "./label-studio-region.ts";
import { hexColor, plainText } from "./project-texts.ts";
import { type Element, elementsNamed } from "./xml.ts";

/** What the labeling configuration and the project's settings say. */
export interface Settings {
  /** The annotation type of its first control; undefined if none is read. */
  readonly type: string | undefined;
  /** Whether several choices may be given for a task. */
  readonly isMany: boolean;
  readonly type_options: JsonObject;
  /** The names of the points of a `<KeyPointLabels>`. */
  readonly keypoints: readonly string[];
  /** The names in its `<Relations>`. */
  readonly relations: readonly string[];
  /** What its `<Pairwise>` compares; undefined if there is none, or the ranking has a `<Ranker>`. */
  readonly pair: Pair | undefined;
  /** The project as the labels and texts of one annotation type. */
  readonly projectOf: (type: string) => ForeignProject;
}

/** The controls that are read, with the types that they can be; the first that occurs decides. */
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  KeyPointLabels: ["keypoint"],
  RectangleLabels: ["object_detection"],
  PolygonLabels: ["polygon"],
  BrushLabels: ["semantic_segmentation"],
  Labels: ["named_entity_recognition", "audio_segmentation"],
  HyperTextLabels: ["named_entity_recognition"],
  Choices: ["text_classification", "image_classification", "multilabel_classification"],
  TextArea: ["transcription", "text_generation"],
  Rating: ["rating"],
  Number: ["rating"],
  Ranker: ["ranking"],
  Pairwise: ["ranking"],
};
/** Tags that show something, or set others out on the screen. */
const SHOWN = new Set([
  "View",
  "Style",
  "Header",
  "Image",
  "Audio",
  "AudioPlus",
  "Text",
  "HyperText",
  "Label",
  "Choice",
  "Relations",
  "Relation",
  "Paragraphs",
  "Chat",
  "List",
]);

/**
 * Reads the labeling configuration: a .xml file with `<View>`, or the `label_config` of a .json file with the project, as
 * `GET /api/projects/:id` returns it. Undefined if there is neither. Throws an ImportFault. Source: labelstud.io/tags.
 */
export async function readSettings(folder: Folder): Promise<Settings | undefined> {
  for (const path of folder.paths.filter((name) => /\.xml$/i.test(name))) {
    const [view] = elementsNamed(path, await folder.text(path), "View");
    if (view !== undefined) return settingsOf(view, (await projectIn(folder))?.fields ?? {});
  }
  const found = await projectIn(folder);
  if (found === undefined) return undefined;
  const [view] = elementsNamed(found.path, String(found.fields.label_config), "View");
  return view === undefined ? undefined : settingsOf(view, found.fields);
}

async function projectIn(folder: Folder) {
  for (const path of folder.paths.filter((name) => /(^|\/)project[^/]*\.json$/i.test(name))) {
    const fields = parseJson(path, await folder.text(path));
    if (isJsonObject(fields) && typeof fields.label_config === "string") return { path, fields };
  }
  return undefined;
}

function settingsOf(view: Element, project: JsonObject): Settings {
  const all = within(view);
  const controls = all.filter(({ name }) => Object.hasOwn(CONTROLS, name));
  const [first] = Object.keys(CONTROLS).flatMap((name) =>
    controls.filter((control) => control.name === name),
  );
  const medium = all.find(({ attributes }) => attributes.name === first?.attributes.toName)?.name;
  const isMany = controls.some(
    ({ name, attributes }) => name === "Choices" && (attributes.choice ?? "").startsWith("multiple"),
  );
  const scales = controls.filter(({ name }) => CONTROLS[name]?.includes("rating")).map(scaleOf);
  return {
    type: first === undefined ? undefined : typeOf(first, medium, isMany),
    isMany,
    type_options: scales.length > 0 && scales.every((scale) => scale !== undefined) ? { scales } : {},
    keypoints: labelsOf(
      controls.filter(({ name }) => name === "KeyPointLabels"),
      new Set(),
    ).map(({ name }) => name),
    relations: all.flatMap(({ name, attributes: { value = "" } }) =>
      name === "Relation" && value !== "" ? [value] : [],
    ),
    pair: pairOf(all),
    projectOf(type) {
      const own = controls.filter(({ name }) => CONTROLS[name]?.includes(type));
      const lost = new Set<string>();
      for (const { name, attributes } of all)
        if (!SHOWN.has(name) && !own.some((each) => each.name === name))
          lost.add(`<${name}> ${attributes.name ?? ""}`.trim());
      // The names of keypoints are no labels: those are of the objects whose points they are.
      const labels = type === "keypoint" ? [] : labelsOf(own, lost);
      const instructions =
        typeof project.expert_instruction === "string" ? plainText(project.expert_instruction, lost) : null;
      const name = typeof project.title === "string" ? project.title : null;
      return { name, instructions, labels, lost: [...lost] };
    },
  };
}

function within(element: Element): Element[] {
  return [element, ...element.children.flatMap(within)];
}

/** The keys of `data` that the two objects of a `<Pairwise>` show. */
function pairOf(all: readonly Element[]): Pair | undefined {
  if (all.some(({ name }) => name === "Ranker")) return undefined;
  const pairwise = all.find(({ name }) => name === "Pairwise");
  const [left, right] = (pairwise?.attributes.toName ?? "").split(",").map((name) => {
    const shown = all.find(({ attributes }) => attributes.name === name.trim());
    return /^\$(\w+)$/.exec(shown?.attributes.value ?? "")?.[1];
  });
  return left === undefined || right === undefined ? undefined : [left, right];
}

function typeOf({ name }: Element, medium: string | undefined, isMany: boolean): string | undefined {
  const [found, ...others] = CONTROLS[name] ?? [];
  if (name === "Labels") return medium?.startsWith("Audio") ? "audio_segmentation" : found;
  if (name === "TextArea") return medium === "Text" ? "text_generation" : found;
  if (name !== "Choices") return found;
  return isMany ? others[1] : medium === "Image" ? others[0] : found;
}

/** Stars count from 1; a number without both bounds has no scale that could be known. */
function scaleOf({ name, attributes }: Element): JsonObject | undefined {
  const number = (given: string | undefined, usual: number) => (given === undefined ? usual : Number(given));
  const scale =
    name === "Rating"
      ? { min: 1, max: number(attributes.maxRating, 5), step: 1 }
      : {
          min: number(attributes.min, Number.NaN),
          max: number(attributes.max, Number.NaN),
          step: number(attributes.step, 1),
        };
  if (!(scale.max > scale.min && scale.step > 0 && scale.step <= scale.max - scale.min)) return undefined;
  return { name: attributes.name ?? "rating", ...scale };
}

function labelsOf(controls: readonly Element[], lost: Set<string>): LabelInput[] {
  const labels = new Map<string, LabelInput>();
  const hotkeys = new Set<string>();
  const named = controls.flatMap(within).filter(({ name }) => name === "Label" || name === "Choice");
  for (const { attributes } of named) {
    const value = attributes.value ?? "";
    if (value === "" || labels.has(value)) continue;
    noteLost(attributes, lost);
    const color = hexColor(attributes.background);
    const { hotkey = "" } = attributes;
    const isUsable = HOTKEY.test(hotkey) && !hotkeys.has(hotkey);
    if (isUsable) hotkeys.add(hotkey);
    labels.set(value, {
      name: value,
      ...(color === null ? {} : { color }),
      ...(isUsable ? { hotkey } : {}),
    });
  }
  return [...labels.values()];
}

const HOTKEY = /^[a-z0-9]$/i;

function noteLost({ background, hotkey = "", alias }: Element["attributes"], lost: Set<string>): void {
  if (background !== undefined && hexColor(background) === null)
    lost.add("colors without a hexadecimal number");
  if (hotkey !== "" && !HOTKEY.test(hotkey)) lost.add("hotkeys that are no single letter or digit");
  if (alias !== undefined) lost.add("aliases of labels");
}
