import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addRun, encodeRle, type Rle } from "@assay/domain/run-length.ts";
import { afterAll } from "vitest";

/** The mask of a square; `side` is half of its side, in pixels. */
function squareAbout([x, y]: readonly [number, number], side: number, size: readonly [number, number]): Rle {
  const bounds: number[] = [];
  for (let column = x - side; column < x + side; column += 1)
    addRun(bounds, column * size[0] + y - side, column * size[0] + y + side);
  return encodeRle(Float64Array.from(bounds), size);
}

/** What the model is told of a request. */
interface Asked {
  readonly type: string;
  readonly project: { readonly annotation_type: string };
  readonly item: { readonly id: string; readonly width: number; readonly height: number };
  readonly prompt?: {
    readonly text?: string;
    readonly points: readonly { readonly x: number; readonly y: number; readonly positive: boolean }[];
  };
}

/** What a text finds: two of the type's objects. */
function found({ project: { annotation_type }, item }: Asked): object {
  const spans = [0, 8].map((start) => ({ start, end: start + (start === 0 ? 3 : 2), label: "cat" }));
  if (annotation_type === "named_entity_recognition") return { spans };
  const objects = [50, 250].map((x) => ({ label: "cat", ...objectAt(x, annotation_type, item) }));
  return { objects };
}

function objectAt(x: number, annotation_type: string, { width, height }: Asked["item"]): object {
  switch (annotation_type) {
    case "object_detection":
      return { bbox: { x, y: 50, width: 40, height: 30 } };
    case "semantic_segmentation":
      return { rle: squareAbout([x, 70], 20, [height, width]) };
    case "keypoint":
      return { points: { nose: [x, 50, 2], tail: [x + 40, 50, 1] } };
    default:
      return {
        points: [
          [x, 50],
          [x + 40, 50],
          [x, 90],
        ],
      };
  }
}

/**
 * A model's server until the end of the test file: its answer to clicks is a triangle about the first, larger with each one. Where masks
 * are asked for, it is the square of the same size.
 */
export async function startTriangles() {
  const model = { url: "", requests: [] as Asked[], isBroken: false };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const asked: Asked = JSON.parse(text);
    model.requests.push(asked);
    const points = asked.prompt?.points ?? [];
    const { x, y } = points[0] ?? { x: 0, y: 0 };
    const side = 10 * points.length;
    const triangle = [
      [x, y - side],
      [x + side, y + side],
      [x - side, y + side],
    ];
    const { project, item } = asked;
    if (asked.prompt?.text !== undefined) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found(asked)));
      return;
    }
    const shape =
      project.annotation_type === "semantic_segmentation"
        ? { rle: squareAbout([Math.round(x), Math.round(y)], side, [item.height, item.width]) }
        : { points: triangle };
    response
      .writeHead(model.isBroken ? 500 : 200, { "content-type": "application/json" })
      .end(JSON.stringify({ objects: [{ label: "cat", ...shape }] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return model;
}
