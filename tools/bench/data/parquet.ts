import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import { type Figure, measured } from "../figures.ts";
import { givenProject } from "../given.ts";
import { importOnce } from "../imports.ts";
import { count, type Part } from "../part.ts";
import { withService } from "../service.ts";

const PER_SECOND = { atLeast: 40_000 };
const PEAK = { atMost: 300 };
const GROUP = 10_000;

/** A Parquet file of texts, until its rows are the items of a batch. */
export const parquetRows: Part = {
  name: "data-parquet",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service): Promise<readonly Figure[]> => {
      const size = quick ? 20_000 : 1_000_000;
      const file = path.join(dataDir, "rows.parquet");
      await pipeline(table(size), createWriteStream(file));
      const type = "application/vnd.apache.parquet";
      const run = await importOnce(service, await givenProject(service), file, size, type);
      const work = `${count(size)} rows of Parquet`;
      return [
        {
          work: `${work}, until the upload is ready`,
          unit: "rows/s",
          measured: measured([run.readPerSecond]),
          ceiling: undefined,
          target: PER_SECOND,
        },
        {
          work: `${work}, until they are items`,
          unit: "items/s",
          measured: measured([run.rowsPerSecond]),
          ceiling: { ...measured([run.copiedPerSecond]), of: "COPY of the same rows" },
          target: PER_SECOND,
        },
        {
          work: `${work}, peak memory of the service`,
          unit: "MiB",
          measured: measured([run.peakMiB]),
          ceiling: undefined,
          target: PEAK,
        },
      ];
    }),
};

/** The rows of `imports`, in groups of 10,000. */
function* table(size: number): Generator<Uint8Array> {
  const writer = new ByteWriter();
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" } as const;
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: "schema", num_children: 2 },
      { name: "text", ...text },
      { name: "external_id", ...text },
    ],
    statistics: false,
  });
  for (let first = 1; first <= size; first += GROUP) {
    const numbers = Array.from({ length: Math.min(GROUP, size + 1 - first) }, (_, n) => first + n);
    parquet.write({
      columnData: [
        {
          name: "text",
          data: numbers.map((n) => `Text number ${n}${", which goes on for a while".repeat(4)}`),
        },
        { name: "external_id", data: numbers.map((n) => `doc-${n}`) },
      ],
      rowGroupSize: numbers.length,
    });
    yield writer.getBytes().slice();
    writer.index = 0;
  }
  parquet.finish();
  yield writer.getBytes().slice();
}
