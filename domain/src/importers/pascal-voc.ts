import {
  answerOf,
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  type Importer,
  ImportFault,
  partOf,
  typeToRead,
} from "./importer.ts";
import { attributeValue, childOf, childText, type Element, elementsNamed, toNumber } from "./xml.ts";

/** Facts of an object that become attributes of its box, beside its own `<attributes>` that CVAT and Assay write. */
const ATTRIBUTES = ["pose", "truncated", "occluded", "difficult"];

/** What of an object is read. */
const READ = new Set(["name", "bndbox", "attributes", ...ATTRIBUTES]);

/**
 * Files of Pascal VOC with the boxes of an image each. The first pixel is 1 and a box includes its last, so `xmin` and `ymin` are one less
 * here, and `xmax` and `ymax` are the right and the lower edge, as supervision and Datumaro read them. Source: the development kit of VOC
 * 2012, `VOCdevkit/devkit_doc.pdf`.
 */
export const pascalVoc: Importer = {
  name: "pascal_voc",
  aliases: ["voc"],
  types: ["object_detection"],
  async read(folder, wanted) {
    const read = async (path: string) => elementsNamed(path, await folder.text(path), "annotation");
    const paths = folder.paths.filter((path) => path.toLowerCase().endsWith(".xml"));
    const labels = new Set<string>();
    for (const path of paths) {
      const objects = await read(path).then(
        (all) => all.flatMap(objectsOf),
        () => [], // named when its item is read
      );
      for (const object of objects) labels.add(childOf(object, "name")?.text ?? "");
    }
    if (paths.length === 0) throw new ImportFault("pascal_voc", "there is no .xml file");
    labels.delete("");
    async function* items(): AsyncGenerator<ForeignItem | ForeignFault> {
      for (const path of paths) {
        yield await partOf(path, async () => {
          const [annotation] = await read(path);
          if (annotation === undefined) throw new ImportFault(path, "has no <annotation>");
          return itemOf(path, annotation);
        });
      }
    }
    return {
      annotation_type: typeToRead(pascalVoc, wanted, "object_detection"),
      labels: [...labels].sort(),
      type_options: {},
      items,
    } satisfies ForeignDataset;
  },
};

function objectsOf({ children }: Element): Element[] {
  return children.filter(({ name }) => name === "object");
}

function itemOf(path: string, annotation: Element): ForeignItem {
  const lost = new Set<string>();
  const objects = objectsOf(annotation).map((object) => {
    for (const { name } of object.children) {
      if (name === "part") lost.add("parts");
      else if (!READ.has(name)) lost.add(`<${name}>`);
    }
    return boxOf(path, object);
  });
  if (childOf(annotation, "segmented")?.text === "1") lost.add("segmentation");
  return {
    at: path,
    media: childText(path, annotation, "filename"),
    text: null,
    external_id: null,
    metadata: metadataOf(annotation),
    answers: [answerOf({ objects })],
    lost: [...lost],
  };
}

/** Where the image comes from, and whose it is. */
function metadataOf(annotation: Element): Record<string, unknown> {
  const facts = ["folder", "source", "owner"].flatMap((name): [string, unknown][] => {
    const element = childOf(annotation, name);
    if (element === undefined) return [];
    const parts = element.children.map((part): [string, string] => [part.name, part.text]);
    const value = parts.length > 0 ? Object.fromEntries(parts) : element.text;
    return value === "" ? [] : [[name, value]];
  });
  return Object.fromEntries(facts);
}

function boxOf(path: string, object: Element): object {
  const bounds = childOf(object, "bndbox");
  if (bounds === undefined) throw new ImportFault(`${path}: line ${object.line}`, "<object> has no <bndbox>");
  const corner = (name: string) =>
    toNumber(`${path}: line ${bounds.line}: <${name}>`, childText(path, bounds, name));
  const [x, y] = [corner("xmin") - 1, corner("ymin") - 1];
  const [right, bottom] = [corner("xmax"), corner("ymax")];
  const own = childOf(object, "attributes")?.children ?? [];
  const said = ATTRIBUTES.flatMap((name): [string, string | boolean][] => {
    const value = childOf(object, name)?.text ?? "";
    if (value === "" || value === "Unspecified") return [];
    return [[name, name === "pose" ? value : value === "1"]];
  });
  const attributes = Object.fromEntries([
    ...said.filter(([, value]) => value !== false),
    ...own.map((attribute) => [
      childText(path, attribute, "name"),
      attributeValue(childOf(attribute, "value")?.text ?? ""),
    ]),
  ]);
  return {
    label: childText(path, object, "name"),
    bbox: { x, y, width: right - x, height: bottom - y },
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  };
}
