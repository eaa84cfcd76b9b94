import { once } from "node:events";
import { request } from "undici";
import { measured } from "../figures.ts";
import { peakMiB, resetPeak, residentMiB } from "../memory.ts";
import { count, type Part, repeat } from "../part.ts";
import { spawnNode } from "../process.ts";
import { KEY, withService } from "../service.ts";
import { givenArtefact } from "./large-artefact.ts";

const SHARE = { share: 0.8 };
const GROWTH = { atMost: 100 };
const MIB = 1024 * 1024;

/** The download of a large export, beside bare `node:http` that serves the same file. */
export const artefact: Part = {
  name: "data-artefact",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const mib = quick ? 200 : 5_120;
      const { url, file, bytes } = await givenArtefact(service, dataDir, mib);
      const bare = await spawnNode("tools/bench/in-and-out/bare-file.ts", [file]);
      try {
        if (bare.child.stdout === null) throw new Error("the bare server has no output");
        const [port] = await once(bare.child.stdout, "data");
        const bareUrl = `http://127.0.0.1:${Number(String(port))}/`;
        await download(bareUrl); // from now on the disk's cache has it, if it fits
        const before = await residentMiB(service.pid);
        await resetPeak(service.pid);
        const runs = await repeat(3, async () => ({
          ours: bytes / MIB / (await download(url)),
          bare: bytes / MIB / (await download(bareUrl)),
        }));
        const work = `download an artefact of ${count(mib)} MiB`;
        return [
          {
            work,
            unit: "MiB/s",
            measured: measured(runs.map(({ ours }) => ours)),
            ceiling: { ...measured(runs.map((run) => run.bare)), of: "bare node:http" },
            target: SHARE,
          },
          {
            work: `${work}, growth of the service's memory`,
            unit: "MiB",
            measured: measured([(await peakMiB(service.pid)) - before]),
            ceiling: undefined,
            target: GROWTH,
          },
        ];
      } finally {
        await bare.stop();
      }
    }),
};

/** Seconds. */
async function download(url: string): Promise<number> {
  const begun = performance.now();
  const { statusCode, body } = await request(url, { headers: { authorization: `Bearer ${KEY}` } });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${await body.text()}`);
  for await (const _chunk of body);
  return (performance.now() - begun) / 1000;
}
