import { givenProject } from "../../workbench/test/given.ts";
import { givenImage } from "../../workbench/test/image.ts";
import { type MeasuredPage, withPage } from "./browser.ts";
import { type BundleSizes, bundleSizes } from "./bundle.ts";
import { type Figure, type Measured, measured, quantile, type Target } from "./figures.ts";
import { type Part, repeat } from "./part.ts";
import { withService } from "./service.ts";
import { measureAssist } from "./workbench-assist.ts";
import { measureItems } from "./workbench-items.ts";
import { measureBrush } from "./workbench-masks.ts";
import { measureNext } from "./workbench-next.ts";
import { measureHour, measureSound } from "./workbench-sound.ts";
import { measureSteps } from "./workbench-steps.ts";
import { measureText } from "./workbench-text.ts";

const [WIDTH, HEIGHT] = [2_000, 1_500];
const LABELS = ["car", "bus", "bicycle"];
const PROJECT = givenProject({ annotation_type: "object_detection", labels: LABELS });

/** Steps of one drag and of one zoom. */
const MOVES = 60;
const TURNS = 30;

/** What the person at the workbench waits for, in a browser; sizes are of what ships. */
export const workbench: Part = {
  name: "workbench",
  async measure(dataDir, quick) {
    const sizes = await bundleSizes();
    const frames = await withPage("bench.html", (page) => measureBoxes(page, quick ? 1 : 5));
    const growth = await withPage("bench.html", (page) => measureGrowth(page, quick ? 50 : 500));
    const texts = await withPage("bench.html", (page) => measureText(page, quick ? 1 : 5));
    const steps = await withPage("bench.html", (page) => measureSteps(page, quick ? 1 : 5));
    const sounds = await withPage("bench.html", (page) => measureSound(page, quick ? 1 : 5));
    const brush = await withPage("bench.html", (page) => measureBrush(page, quick ? 1 : 5));
    const assist = await withPage("bench.html", (page) => measureAssist(page, quick ? 1 : 5));
    const served = await withService(dataDir, async (service) => [
      await measureNext(service, quick ? 8 : 60),
      await measureHour(service, quick ? 1 : 5),
      ...(await measureItems(service, quick ? 10_000 : 1_000_000, quick ? 2 : 5)),
    ]);
    return [
      ...frames,
      ...texts,
      ...steps,
      ...sounds,
      brush,
      ...assist,
      ...served,
      growth,
      ...sizeFigures(sizes),
    ];
  },
};

async function measureBoxes(bench: MeasuredPage, runs: number): Promise<Figure[]> {
  const opened: number[] = [];
  const drags: (readonly number[])[] = [];
  const zooms: (readonly number[])[] = [];
  await repeat(runs, async (run) => {
    opened.push(await open(bench, `item_${run}`, 5_000));
    drags.push(await bench.frames(() => drag(bench)));
    zooms.push(await bench.frames(() => zoom(bench)));
  });
  return [
    figure("open an image with 5,000 boxes, until they are painted", "ms", measured(opened), { atMost: 150 }),
    frameFigure("drag one of 5,000 boxes", drags),
    frameFigure("zoom with 5,000 boxes", zooms),
  ];
}

/** Milliseconds until so many boxes are painted; then waits for the image too. */
async function open({ page, evaluate }: MeasuredPage, id: string, boxes: number): Promise<number> {
  const item = givenImage(WIDTH, HEIGHT, { id });
  const args = [PROJECT, item, { objects: manyBoxes(boxes) }].map((value) => JSON.stringify(value)).join(",");
  const took = Number(await evaluate(`show(${args})`));
  await page.keyboard.press("v");
  await page.waitForTimeout(500); // the image is decoded and drawn in the meantime
  return took;
}

/** In rows of a hundred, none on another. */
function manyBoxes(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    label: LABELS[index % LABELS.length],
    bbox: { x: (index % 100) * 20 + 1, y: Math.floor(index / 100) * 30 + 1, width: 16, height: 24 },
  }));
}

async function drag({ page }: MeasuredPage): Promise<void> {
  const [x, y] = await middle(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= MOVES; step += 1) await page.mouse.move(x + 3 * step, y + 2 * step);
  await page.mouse.up();
}

async function zoom({ page }: MeasuredPage): Promise<void> {
  await page.mouse.move(...(await middle(page)));
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, turn < TURNS / 2 ? -60 : 60);
  await page.waitForTimeout(300); // all is drawn anew 80 ms after the last
}

/** On the box in the middle of the image. */
async function middle(page: MeasuredPage["page"]): Promise<[number, number]> {
  const box = await page.locator("[data-canvas]").boundingBox();
  if (box === null) throw new Error("the canvas is not shown");
  const scale = Math.min((box.width - 32) / WIDTH, (box.height - 32) / HEIGHT);
  return [box.x + box.width / 2 + 9 * scale, box.y + box.height / 2 + 13 * scale];
}

async function measureGrowth(bench: MeasuredPage, items: number): Promise<Figure> {
  const show = (id: string) => {
    const args = [PROJECT, givenImage(200, 150, { id }), { objects: manyBoxes(20) }];
    return bench.evaluate(`show(${args.map((value) => JSON.stringify(value)).join(",")})`);
  };
  await repeat(10, (index) => show(`warm_${index}`));
  const before = await bench.heap();
  await repeat(items, (index) => show(`item_${index}`));
  const grown = (await bench.heap()) - before;
  return figure(`${items} images in a row, growth of the heap`, "MB", measured([grown / 1e6]), {
    atMost: 20,
  });
}

function sizeFigures({ shell, besides }: BundleSizes): Figure[] {
  const editors = [
    ["boxes", "src/editors/boxes/BoxEditor.tsx", 60],
    ["polygons", "src/editors/polygons/PolygonEditor.tsx", 90],
    ["masks", "src/editors/masks/MaskEditor.tsx", 90],
    ["keypoints", "src/editors/keypoints/KeypointEditor.tsx", 90],
    ["rankings", "src/editors/ranking/Ranking.tsx", 90],
    ["ratings", "src/editors/rating/Rating.tsx", 90],
    ["spans in texts", "src/editors/spans/Spans.tsx", 90],
    ["segments of audio", "src/editors/audio-segments/AudioSegments.tsx", 60],
    ["transcripts", "src/editors/transcription/Transcription.tsx", 90],
    ["transcripts of images", "src/editors/transcription/ImageText.tsx", 60],
  ] as const;
  const size = (what: string, kilobytes: number, atMost: number) =>
    figure(`${what}, gzipped`, "KB", measured([kilobytes]), { atMost });
  return [
    size("shell", shell, 181),
    ...editors.map(([of, module, atMost]) =>
      size(`editor of ${of} besides the shell`, besides(module), atMost),
    ),
  ];
}

/** The 95th percentile of each run's frames. */
function frameFigure(work: string, runs: readonly (readonly number[])[]): Figure {
  const p95 = measured(runs.map((frames) => quantile(frames, 0.95)));
  const worst = Math.max(...runs.flat());
  return { ...figure(work, "ms (p95 of frames)", p95, { atMost: 25 }), details: { worst_frame_ms: worst } };
}

function figure(work: string, unit: string, value: Measured, target: Target): Figure {
  return { work, unit, measured: value, ceiling: undefined, target };
}
