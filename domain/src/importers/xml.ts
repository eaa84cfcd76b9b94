import { SaxesParser } from "saxes";
import { ImportFault } from "./importer.ts";
import { MOST_LEVELS } from "./json-value.ts";

/** An element of an XML file. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** The text directly inside, without the blanks around it. */
  readonly text: string;
  /** Of its start tag, from 1. */
  readonly line: number;
}

interface Open extends Element {
  readonly children: Element[];
  text: string;
}

/**
 * The elements named `name` of an XML text, wherever they stand. Entities that the file declares itself are not expanded. Throws an
 * ImportFault with the line of the first fault.
 */
export function elementsNamed(path: string, text: string, name: string): Element[] {
  const found: Element[] = [];
  const open: Open[] = [];
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  parser.on("error", (fault) => {
    throw new ImportFault(
      `${path}: line ${parser.line}`,
      `is not valid XML (${fault.message.replace(/^\d+:\d+: /, "")})`,
    );
  });
  parser.on("opentag", ({ name: tag, attributes }) => {
    if (open.length === 0 && tag !== name) return;
    if (open.length === MOST_LEVELS)
      throw new ImportFault(`${path}: line ${parser.line}`, `is nested more than ${MOST_LEVELS} levels deep`);
    open.push({ name: tag, attributes: { ...attributes }, children: [], text: "", line: parser.line });
  });
  parser.on("text", (characters) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += characters;
  });
  parser.on("cdata", (characters) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += characters;
  });
  parser.on("closetag", () => {
    const element = open.pop();
    if (element === undefined) return;
    element.text = element.text.trim();
    (open.at(-1)?.children ?? found).push(element);
  });
  parser.write(text).close();
  return found;
}

/** The first child of that name; undefined if there is none. */
export function childOf(element: Element, name: string): Element | undefined {
  return element.children.find((child) => child.name === name);
}

/** The text of the child of that name; throws an ImportFault if there is none. */
export function childText(path: string, element: Element, name: string): string {
  const child = childOf(element, name);
  if (child !== undefined && child.text !== "") return child.text;
  throw new ImportFault(`${path}: line ${element.line}`, `<${element.name}> has no <${name}>`);
}

/** The value of an attribute of an object: `true` and `false` are no texts. */
export function attributeValue(text: string): string | boolean {
  return text === "true" ? true : text === "false" ? false : text;
}

/** A number as text; throws an ImportFault. */
export function toNumber(at: string, text: string | undefined): number {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new ImportFault(at, `must be a number, not ${JSON.stringify(text)}`);
}
