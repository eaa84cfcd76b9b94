import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings as labelStrings } from "#strings/editors/labels.ts";
import { strings } from "#strings/editors/objects.ts";
import { hintFor } from "../../actions/touch.ts";
import { Assistant } from "../../canvas/assist/assistant.ts";
import { type Figure, roundShape, type Shape } from "../../canvas/shape.ts";
import type { Surface } from "../../canvas/surface.ts";
import type { Tool, ToolHost } from "../../canvas/tools/tool.ts";
import type { Size, View } from "../../canvas/view.ts";
import { labelColor } from "../../design/label-colors.ts";
import type { AnswerDocument, Edit } from "../../drafts/document.ts";
import { Listeners } from "../../listeners.ts";
import type { PickableLabel } from "../labels/pickable.ts";
import { authorOf, editOf, type LabeledObject, newKey, type ObjectEntry, ownEntries } from "./entry.ts";
import { instanceColors } from "./instance-colors.ts";
import { firstToDraw, rememberTool } from "./last-tool.ts";
import { firstState, type Look, type ObjectKind, PLAIN_LOOK, type SessionState } from "./session-state.ts";

export interface SessionSetup<O extends LabeledObject> {
  readonly document: AnswerDocument<unknown>;
  readonly kind: ObjectKind<O>;
  readonly labels: readonly PickableLabel[];
  readonly image: Size;
  readonly isReadOnly: boolean;
  readonly wasShown: boolean;
  readonly tools: (session: ObjectSession<O>) => readonly Tool[];
}

/**
 * Connects the document and the canvas, and holds the state: selection, hidden and locked objects, the current
 * drawing. It does not depend on React; panels read it with `useSyncExternalStore`.
 */
export class ObjectSession<O extends LabeledObject> implements ToolHost {
  readonly document: AnswerDocument<unknown>;
  readonly kind: ObjectKind<O>;
  readonly image: Size;
  readonly tools: readonly Tool[];
  /** Finds shapes in the pixels of the image. */
  readonly assistant = new Assistant(() => this.#surface);
  #figures = new WeakMap<ObjectEntry<O>, Figure>();
  readonly #listeners = new Listeners();
  readonly #labels: PickableLabel[];
  readonly #colorOfInstance = instanceColors();
  #state: SessionState;
  #surface: Surface | undefined;
  #own: ReadonlyMap<string, ObjectEntry<O>>;
  #previews: ReadonlyMap<string, Shape> = new Map();
  #hovered: string | undefined;
  #pointer: Point | undefined;
  #look = PLAIN_LOOK;

  constructor({ document, kind, labels, image, isReadOnly, wasShown, tools }: SessionSetup<O>) {
    [this.document, this.kind, this.image] = [document, kind, image];
    this.#labels = [...labels];
    this.#own = ownEntries<O>(document.entries());
    this.#state = firstState(labels, { isReadOnly, wasShown });
    this.tools = tools(this);
    this.#state = { ...this.#state, tool: this.#firstTool(isReadOnly) };
  }

  /** Draws the objects on a surface; returns a function that stops. */
  showOn(surface: Surface): () => void {
    this.#surface = surface;
    this.show(this.#look);
    surface.setFigures(this.#shown());
    const stop = this.document.subscribe(() => this.#refresh());
    return () => {
      stop();
      this.assistant.close();
      if (this.#surface === surface) this.#surface = undefined;
    };
  }

  get isReadOnly(): boolean {
    return this.#state.isReadOnly;
  }

  /** Makes the answer editable or read-only, as when an auditor starts to correct it. */
  setReadOnly(isReadOnly: boolean): void {
    if (isReadOnly === this.isReadOnly) return;
    this.tool.cancel();
    this.set({ isReadOnly, tool: this.#firstTool(isReadOnly), pending: undefined, isBusy: false });
  }

  /** Tells the objects of several people apart, or shows all as those of one. */
  tellApart(areSeveral: boolean): void {
    if (areSeveral === this.#state.areSeveral) return;
    this.#figures = new WeakMap();
    this.set({ areSeveral, hidden: this.#state.hidden });
  }

  get surface(): Surface | undefined {
    return this.#surface;
  }

  /** The objects by key, in the order in which they were created. */
  get objects(): ReadonlyMap<string, ObjectEntry<O>> {
    return this.#own;
  }

  /** The project's labels, and other labels that objects have. */
  get labels(): readonly PickableLabel[] {
    return this.#labels;
  }

  get hovered(): string | undefined {
    return this.#hovered;
  }

  /** Where the pointer is over the canvas, in image pixels. */
  readonly pointer = (): Point | undefined => this.#pointer;

  get look(): Look {
    return this.#look;
  }

  get previews(): ReadonlyMap<string, Shape> {
    return this.#previews;
  }

  /** The zoom and position of the image on the page. */
  readonly view = (): View => this.#surface?.view ?? { scale: 1, x: 0, y: 0 };

  readonly state = (): SessionState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    if ("hidden" in change) this.#surface?.setFigures(this.#shown());
    this.#surface?.repaint();
    this.#listeners.notify();
  }

  get tool(): Tool {
    const tool = this.tools.find(({ id }) => id === this.#state.tool) ?? this.tools[0];
    if (tool === undefined) throw new TypeError("a session needs tools");
    return tool;
  }

  takeTool(id: string): void {
    const { title } = this.tool;
    if (id !== this.#state.tool) {
      const isKept = this.tool.keep?.() === true && this.#state.pending === undefined;
      const told = this.tool.cancel() ? strings.lost : isKept ? hintFor(strings.kept) : undefined;
      this.set({ tool: id, cross: undefined, fault: told?.(title), isBusy: false });
    }
    this.say(this.#state.fault ?? strings.tool(this.tool.title));
  }

  figureOf(key: string): Figure | undefined {
    const entry = this.#own.get(key);
    if (entry === undefined) return undefined;
    const figure = this.#figures.get(entry) ?? this.#draw(key, entry);
    this.#figures.set(entry, figure);
    const preview = this.#previews.get(key);
    return preview === undefined ? figure : { ...figure, shape: preview };
  }

  colorOf(label: string): string {
    const known = this.#labels.find(({ name }) => name === label);
    if (known !== undefined) return known.color;
    const color = labelColor(this.#labels.length);
    this.#labels.push({ name: label, path: [], color, key: null });
    return color;
  }

  readonly shapeOf = (key: string): Shape | undefined =>
    this.#isFree(key) ? this.figureOf(key)?.shape : undefined;

  at(point: Point, reach: number): readonly string[] {
    return (this.#surface?.index.at(point, reach) ?? []).filter((key) => this.#isFree(key));
  }

  within(area: Box): readonly string[] {
    return (this.#surface?.index.within(area) ?? []).filter((key) => this.#isFree(key));
  }

  readonly selection = (): ReadonlySet<string> => this.#state.selection;

  readonly select = (keys: Iterable<string>): void => this.set({ selection: new Set(keys) });

  color(): string {
    const { label, selection } = this.#state;
    const [key] = this.kind.areInstances ? selection : [];
    if (key !== undefined) return this.#colorOfInstance(key);
    return label === undefined ? "#6699cc" : this.colorOf(label);
  }

  add(shape: Shape): void {
    const { label } = this.#state;
    rememberTool(this.tool);
    if (label === undefined) {
      this.set({ pending: roundShape(shape), isBusy: false });
      this.say(labelStrings.chooseOne);
    } else {
      this.create(roundShape(shape), label);
    }
  }

  /** Creates an object and selects it. */
  create(shape: Shape, label: string): void {
    const key = newKey();
    const object = this.kind.objectOf(shape, label, undefined);
    this.apply(strings.added(this.kind.noun, label), [[key, { object, isSuggestion: false }]]);
    this.set({ selection: new Set([key]), pending: undefined, fault: undefined });
  }

  replace(shapes: ReadonlyMap<string, Shape>, done: string): void {
    const changes = [...shapes].flatMap(([key, shape]): [string, ObjectEntry<O>][] => {
      const entry = this.#own.get(key);
      if (entry === undefined || shape === this.figureOf(key)?.shape) return [];
      const object = this.kind.objectOf(roundShape(shape), entry.object.label, entry.object);
      return [[key, { object, isSuggestion: false }]];
    });
    this.apply(strings.changed(this.kind.noun, changes.length, done), changes);
  }

  preview(shapes: ReadonlyMap<string, Shape>): void {
    if (this.isReadOnly) return;
    if (shapes.size > 0 || this.#previews.size > 0) this.#surface?.lift(new Set(shapes.keys()));
    this.#previews = shapes;
    this.changed();
  }

  /** Applies one undoable change and announces it. Undefined removes an object. */
  apply(name: string, changes: Iterable<readonly [string, ObjectEntry<O> | undefined]>): void {
    if (this.isReadOnly) return;
    const entries = this.document.entries();
    const edits: Edit<unknown>[] = [];
    for (const [key, after] of changes) edits.push(editOf(entries, key, after));
    if (edits.length === 0) return;
    this.document.apply({ name, edits });
    this.say(strings.nowAll(name, this.#own.size));
  }

  /** Sets how the image and the objects are shown. */
  readonly show = (look: Look): void => {
    this.#look = look;
    this.#surface?.adjust(look.brightness, look.contrast);
    this.#surface?.setOpacity(look.opacity);
    this.#surface?.repaint();
  };

  /** Tells where the pointer is; undefined if it left the canvas. */
  hover(point: Point | undefined, reach: number): void {
    this.#pointer = point;
    if (this.#look.hasCrosshair && this.tool.cursor === "crosshair") this.#surface?.repaint();
    const hovered = point === undefined || this.tool.isDrawing ? undefined : this.at(point, reach)[0];
    if (hovered === this.#hovered) return;
    this.#hovered = hovered;
    this.#surface?.repaint();
  }

  changed(): void {
    this.#surface?.repaint();
    const now = { isBusy: this.tool.isBusy(), finishTitle: this.tool.finishTitle?.() };
    const { isBusy, finishTitle, label } = this.#state;
    // the words about what was done before would stand beside what is drawn now
    const begun = now.isBusy && !isBusy && { said: label === undefined ? "" : strings.label(label) };
    if (now.isBusy !== isBusy || now.finishTitle !== finishTitle) this.set({ ...now, ...begun });
  }

  readonly refuse = (fault: string): void => this.set({ fault, said: fault });

  readonly say = (said: string): void => this.set({ said });

  #draw(key: string, { object, isSuggestion }: ObjectEntry<O>): Figure {
    const color = this.kind.areInstances ? this.#colorOfInstance(key) : this.colorOf(object.label);
    const author = this.#state.areSeveral ? authorOf(key) : undefined;
    const tag = strings.tagOf(object.label, this.kind.detailOf?.(object) ?? "", author);
    return { shape: this.kind.shapeOf(object), color, isSuggestion, author, tag };
  }

  /** The select tool, if the answer is only shown or an object is selected that will be corrected; else the one that drew last, or the first that draws. */
  #firstTool(isReadOnly: boolean): string {
    const isChosen = this.kind.isMovable && this.#state.selection.size > 0;
    return (isReadOnly || isChosen ? this.tools[0] : firstToDraw(this.tools))?.id ?? "";
  }

  #isFree(key: string): boolean {
    return !this.#state.hidden.has(key) && !this.#state.locked.has(key);
  }

  /** Reads the objects from the document again. */
  #refresh(): void {
    this.#own = ownEntries<O>(this.document.entries());
    const { selection } = this.#state;
    const kept = new Set([...selection].filter((key) => this.#own.has(key)));
    this.#surface?.setFigures(this.#shown());
    this.set(kept.size === selection.size ? {} : { selection: kept });
  }

  #shown(): ReadonlyMap<string, Figure> {
    const figures = new Map<string, Figure>();
    for (const key of this.#own.keys()) {
      const figure = this.#state.hidden.has(key) ? undefined : this.figureOf(key);
      if (figure !== undefined) figures.set(key, figure);
    }
    return figures;
  }
}
