import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { givenImage } from "./upload-bodies.ts";

const IMAGE = { width: 200, height: 100 };

/**
 * A project of Label Studio with its configuration and images, by their paths: boxes that two annotators drew alike, one of them turned, and
 * an image without any.
 */
export async function givenLabelStudio(): Promise<(readonly [string, string | Buffer])[]> {
  const rectangle = (label: string, x: number, y: number, width: number, height: number, rotation = 0) => ({
    ...{ type: "rectanglelabels", from_name: "box", to_name: "img" },
    ...{ original_width: IMAGE.width, original_height: IMAGE.height },
    value: { x, y, width, height, rotation, rectanglelabels: [label] }, // in percent of the image
  });
  const results = {
    street: [rectangle("car", 5, 20, 15, 40), rectangle("bus", 50, 10, 25, 50)],
    turned: [rectangle("car", 40, 40, 20, 20, 90)],
    empty: [],
  };
  const tasks = Object.entries(results).map(([name, result], index) => ({
    id: index + 1,
    data: { image: `/data/upload/1/0a1b2c3d-${name}.png` },
    annotations: ["ann", "bob"].map((who) => ({
      ...{ completed_by: { email: `${who}@acme.test` }, created_at: "2026-01-02T03:04:05Z", result },
    })),
  }));
  const labels =
    '<RectangleLabels name="box" toName="img"><Label value="bus"/><Label value="car"/></RectangleLabels>';
  const image = await givenImage("png", IMAGE.width, IMAGE.height);
  return [
    ["tasks.json", JSON.stringify(tasks)],
    ["config.xml", `<View><Image name="img" value="$image"/>${labels}</View>`],
    ...Object.keys(results).map((name) => [`${name}.png`, image] as const),
  ];
}

/** Writes files into a folder, by their paths in it; returns the folder. */
export async function save(
  folder: string,
  files: Iterable<readonly [string, string | Buffer]>,
): Promise<string> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** What the `loss.json` of an export says of the labels; of the facts of the items and their files it says more. */
export function lossIn(files: ReadonlyMap<string, Buffer>): Readonly<Record<string, number>> {
  const { lost } = JSON.parse(String(files.get("loss.json")));
  const facts = /^(batch_id|external_id|origin|support|file\..+)$/;
  return Object.fromEntries(Object.entries<number>(lost).filter(([name]) => !facts.test(name)));
}
