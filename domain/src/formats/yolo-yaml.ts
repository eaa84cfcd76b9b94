/** The points of a dataset of keypoints, in the order of the label files. */
export interface YoloPose {
  readonly names: readonly string[];
}

/**
 * The text of Ultralytics' `data.yaml`, with a class per category, counted from 0, and for keypoints their
 * number, their names and which of them change places when the image is mirrored.
 *
 * It has no `path`, which Ultralytics would resolve against its working directory, not against this file.
 * Source: docs.ultralytics.com/datasets/detect, /segment, /pose and /obb.
 */
export function dataYaml(categories: readonly string[], pose?: YoloPose): string {
  return [
    "# All images are in train. Split off a validation set of your own before you trust its figures.\n",
    "train: images/train\nval: images/train\n",
    ...(pose === undefined ? [] : poseYaml(pose, categories.length)),
    `nc: ${categories.length}\n`,
    categories.length === 0 ? "names: {}\n" : `names:\n${numbered(categories, yamlString)}`,
  ].join("");
}

/** Every class has the same points. */
function poseYaml({ names }: YoloPose, classes: number): string[] {
  const list = `[${names.map(yamlString).join(", ")}]`;
  return [
    `kpt_shape: [${names.length}, 3]\n`,
    `flip_idx: [${mirrored(names).join(", ")}]\n`,
    classes === 0 ? "kpt_names: {}\n" : `kpt_names:\n${numbered(Array(classes).fill(list), String)}`,
  ];
}

/**
 * For each name the index of the one that takes its place in a mirrored image: `left` and `right` are
 * exchanged, as is `l` or `r` before or after a separator (`l_eye`, `eye.R`). A name without such a word, or
 * without a counterpart, keeps its place.
 */
export function mirrored(names: readonly string[]): number[] {
  return names.map((name, index) => {
    const other = names.indexOf(mirroredName(name));
    const isMutual = other >= 0 && mirroredName(names[other] ?? "") === name;
    return isMutual ? other : index;
  });
}

const SIDES: Readonly<Record<string, string>> = { left: "right", right: "left", l: "r", r: "l" };

function mirroredName(name: string): string {
  const exchanged = name.replace(/left|right/gi, exchange);
  return exchanged === name ? name.replace(/(?<![a-z0-9])[lr](?![a-z0-9])/gi, exchange) : exchanged;
}

/** The other side's word, in the case of this one. */
function exchange(word: string): string {
  const other = SIDES[word.toLowerCase()] ?? word;
  if (word === word.toUpperCase()) return other.toUpperCase();
  const isCapitalized = word.charAt(0) === word.charAt(0).toUpperCase();
  return isCapitalized ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}

function numbered(values: readonly string[], written: (value: string) => string): string {
  return values.map((value, index) => `  ${index}: ${written(value)}\n`).join("");
}

/** A double-quoted YAML 1.2 scalar in ASCII: some readers decode the file by their locale, or drop emoji. */
function yamlString(text: string): string {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}
