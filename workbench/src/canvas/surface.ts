import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import { Listeners } from "../listeners.ts";
import { changedFigures } from "./changed-figures.ts";
import { addLayer, type Layer, releaseLayer, sizeLayer } from "./layer.ts";
import { type PaintedMask, paintMasks } from "./mask-raster.ts";
import { paintFigure } from "./paint.ts";
import type { Picture } from "./picture.ts";
import { boundsOf, type Figure } from "./shape.ts";
import { indexOf, type ShapeIndex } from "./shape-index.ts";
import {
  cornersOnPage,
  fitted,
  panned,
  revealing,
  type Size,
  seen,
  toImage,
  type View,
  zoomed,
  zoomedTo,
} from "./view.ts";

/** Shapes are redrawn this long after the last pan or zoom, in ms; until then their bitmap is moved. */
const REST_MS = 80;

/** The margin in CSS pixels that a shape's line, halo and points may cover. */
const REACH = 8;

/** If more figures changed, all are redrawn. */
const MANY = 100;

/** Draws the top layer: selected shapes, dragged shapes and the current drawing. */
export type PaintActive = (context: CanvasRenderingContext2D, view: View) => void;

/**
 * Shows an image with figures in three layers: the image, the committed figures (drawn once and moved as a bitmap
 * while panning or zooming), and the active ones. Changes are drawn in the next frame. It handles no input.
 */
export class Surface {
  readonly #layers: { readonly image: Layer; readonly shapes: Layer; readonly active: Layer };
  readonly #host: HTMLElement;
  readonly #paintActive: PaintActive;
  readonly #listeners = new Listeners();
  readonly #observer: ResizeObserver;
  picture: Picture | undefined;
  #figures: ReadonlyMap<string, Figure> = new Map();
  #index: ShapeIndex | undefined;
  #lifted: ReadonlySet<string> = new Set();
  #page: Size = { width: 0, height: 0 };
  #image: Size = { width: 1, height: 1 };
  #view: View = { scale: 1, x: 0, y: 0 };
  /** The view for which the shapes were last drawn. */
  #drawnFor: View | undefined;
  #opacity: number | undefined;
  #isFitted = true;
  #stale: { image: boolean; active: boolean; areas: Box[] } = { image: true, active: true, areas: [] };
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, image: Size, paintActive: PaintActive) {
    this.#host = host;
    this.#image = image;
    this.#paintActive = paintActive;
    this.#layers = { image: addLayer(host), shapes: addLayer(host), active: addLayer(host) };
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(host);
    this.#resize();
  }

  get view(): View {
    return this.#view;
  }

  get image(): Size {
    return this.#image;
  }

  get page(): Size {
    return this.#page;
  }

  /** Finds figures by position, including lifted ones. */
  get index(): ShapeIndex {
    this.#index ??= indexOf(this.#figures);
    return this.#index;
  }

  setPicture(picture: Picture): void {
    this.picture = picture;
    this.#stale.image = true;
    this.#ask();
  }

  /** Sets brightness and contrast of the image; 1 means unchanged. The figures do not change. */
  adjust(brightness: number, contrast: number): void {
    const isPlain = brightness === 1 && contrast === 1;
    this.#layers.image.canvas.style.filter = isPlain ? "" : `brightness(${brightness}) contrast(${contrast})`;
  }

  /** Sets the opacity of all fills, 0 to 1; undefined is the usual one. */
  setOpacity(opacity: number | undefined): void {
    if (opacity === this.#opacity) return;
    this.#opacity = opacity;
    this.#drawnFor = undefined;
    this.repaint();
  }

  /** Sets the figures in drawing order. A figure that is the same object as before counts as unchanged. */
  setFigures(figures: ReadonlyMap<string, Figure>): void {
    const changed = changedFigures(this.#figures, figures);
    this.#figures = figures;
    if (changed.length === 0) return;
    this.#index = undefined;
    this.#redraw(changed);
  }

  /** Removes figures from the committed layer while they are dragged and drawn as active. */
  lift(keys: ReadonlySet<string>): void {
    const changed = [...keys, ...this.#lifted].filter((key) => keys.has(key) !== this.#lifted.has(key));
    this.#lifted = keys;
    this.#redraw(changed.flatMap((key) => this.#figures.get(key) ?? []));
  }

  /** Redraws the active layer. */
  repaint(): void {
    this.#stale.active = true;
    this.#ask();
  }

  fit(): void {
    this.#isFitted = true;
    this.#show(fitted(this.#image, this.#page));
  }

  /** Shows the image at 100 %. */
  actualSize(): void {
    this.zoomTo(1, [this.#page.width / 2, this.#page.height / 2]);
  }

  /** Zooms around the point `at` of the page. */
  zoomTo(scale: number, at: Point): void {
    this.#isFitted = false;
    this.#show(zoomed(this.#view, at, scale, this.#image, this.#page));
  }

  zoomBy(factor: number, at: Point = [this.#page.width / 2, this.#page.height / 2]): void {
    this.zoomTo(this.#view.scale * factor, at);
  }

  /** Zooms until a box of the image fills most of the page. */
  zoomToBox(box: Box): void {
    this.#isFitted = false;
    this.#show(zoomedTo(box, this.#image, this.#page));
  }

  panBy(by: Point): void {
    this.#isFitted = false;
    this.#show(panned(this.#view, by, this.#image, this.#page));
  }

  /** Pans until a box of the image is in view. */
  reveal(box: Box): void {
    const by = revealing(this.#view, box, this.#page);
    if (by[0] !== 0 || by[1] !== 0) this.panBy(by);
  }

  /** The keys of the figures that the view shows, in drawing order. */
  inSight(): readonly string[] {
    return this.index.within(seen(this.#view, this.#image, this.#page));
  }

  /** The position of a pointer on the page, from the corner of the surface. */
  pagePointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    const { left, top } = this.#host.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** Calls back after each change of the view. */
  readonly onView = this.#listeners.subscribe;

  close(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#observer.disconnect();
    for (const layer of Object.values(this.#layers)) releaseLayer(layer);
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (width === this.#page.width && height === this.#page.height) return;
    this.#page = { width, height };
    for (const layer of Object.values(this.#layers)) sizeLayer(layer, this.#page, devicePixelRatio);
    this.#drawnFor = undefined;
    this.#show(this.#isFitted ? fitted(this.#image, this.#page) : this.#view);
  }

  #show(view: View): void {
    this.#view = view;
    this.#stale.image = true;
    this.#stale.active = true;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#drawnFor === this.#view) return;
      this.#drawnFor = undefined;
      this.#ask();
    }, REST_MS);
    this.#ask();
    this.#listeners.notify();
  }

  #redraw(changed: readonly Figure[]): void {
    const isMoving = this.#drawnFor !== this.#view;
    if (changed.length > MANY || isMoving) this.#drawnFor = undefined;
    else this.#stale.areas.push(...changed.map(({ shape }) => boundsOf(shape)));
    this.repaint();
  }

  #ask(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#frame = 0;
    if (this.#page.width === 0 || this.#page.height === 0) return;
    const { image, active, areas } = this.#stale;
    this.#stale = { image: false, active: false, areas: [] };
    if (image) this.#drawImage();
    if (this.#drawnFor === undefined) this.#drawShapes();
    else for (const area of areas) this.#drawArea(area);
    this.#placeShapes();
    if (active) this.#drawActive();
  }

  #drawImage(): void {
    const { context } = this.#layers.image;
    context.clearRect(0, 0, this.#page.width, this.#page.height);
    const area = seen(this.#view, this.#image, this.#page);
    if (area.width > 0 && area.height > 0) this.picture?.draw(context, this.#view, area, devicePixelRatio);
  }

  #drawShapes(): void {
    const { context } = this.#layers.shapes;
    this.#drawnFor = this.#view;
    context.clearRect(0, 0, this.#page.width, this.#page.height);
    this.#paint({ x: 0, y: 0, ...this.#page });
  }

  /** Redraws a box of the image and all figures that touch it. */
  #drawArea(area: Box): void {
    const view = this.#drawnFor ?? this.#view;
    const [[left, top], [right, bottom]] = cornersOnPage(view, area);
    const [x, y] = [Math.max(0, Math.floor(left - REACH)), Math.max(0, Math.floor(top - REACH))];
    const width = Math.min(this.#page.width, Math.ceil(right + REACH)) - x;
    const height = Math.min(this.#page.height, Math.ceil(bottom + REACH)) - y;
    if (width <= 0 || height <= 0) return;
    const { context } = this.#layers.shapes;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.clearRect(x, y, width, height);
    this.#paint({ x, y, width, height });
    context.restore();
  }

  /** Draws the figures that touch an area of the page. */
  #paint({ x, y, width, height }: Box): void {
    const { context } = this.#layers.shapes;
    const view = this.#drawnFor ?? this.#view;
    const [left, top] = toImage(view, [x - REACH, y - REACH]);
    const [right, bottom] = toImage(view, [x + width + REACH, y + height + REACH]);
    const keys = this.index.within({ x: left, y: top, width: right - left, height: bottom - top });
    const figures = keys.flatMap((key) => (this.#lifted.has(key) ? [] : (this.#figures.get(key) ?? [])));
    const masks = figures.flatMap(({ shape, ...look }): PaintedMask[] =>
      shape.kind === "mask" ? [{ shape, ...look }] : [],
    );
    if (masks.length > 0) {
      const [from, to] = [Math.floor(x * devicePixelRatio), Math.floor(y * devicePixelRatio)];
      const size = {
        width: Math.ceil(width * devicePixelRatio),
        height: Math.ceil(height * devicePixelRatio),
      };
      paintMasks(context, view, masks, { x: from, y: to, ...size }, devicePixelRatio, this.#opacity);
    }
    for (const figure of figures) paintFigure(context, view, figure, "plain", this.#opacity);
  }

  /** Moves the bitmap of the shapes to the current view. */
  #placeShapes(): void {
    const { style } = this.#layers.shapes.canvas;
    const [was, is] = [this.#drawnFor ?? this.#view, this.#view];
    const scale = is.scale / was.scale;
    style.transform =
      was === is ? "" : `matrix(${scale},0,0,${scale},${is.x - was.x * scale},${is.y - was.y * scale})`;
  }

  #drawActive(): void {
    const { context } = this.#layers.active;
    context.clearRect(0, 0, this.#page.width, this.#page.height);
    this.#paintActive(context, this.#view);
  }
}
