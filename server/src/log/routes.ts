import { ServiceError } from "@assay/domain/errors.ts";
import { verifierKey } from "@assay/domain/log/note.ts";
import { entryBundle, readTilePath, TILE_WIDTH, type Tile } from "@assay/domain/log/tiles.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/db.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { sha256 } from "../platform/sha256.ts";
import { loadKey, noteKey, readHead, signCheckpoint } from "./checkpoint.ts";
import { countEntries, listEntries, listHashes } from "./store.ts";

const tags = ["log"];
const BYTES = "application/octet-stream";
const TEXT = "text/plain; charset=utf-8";
const LEVELS_OF_TILE = 8;

const Text = (description: string) => ({
  description,
  content: { "text/plain": { schema: Type.String() } },
});

/** The transparency log as c2sp.org/tlog-tiles describes it, for everybody. */
export const logRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/checkpoint",
    {
      schema: {
        operationId: "readLogCheckpoint",
        summary: "Read the signed checkpoint of the transparency log; needs no key",
        description: "The tiles and entries are under /log/tile, as c2sp.org/tlog-tiles describes.",
        tags,
        response: { 200: Text("A signed note (c2sp.org/tlog-checkpoint)"), ...errorResponses(429) },
      },
    },
    async (_request, reply) =>
      reply
        .header("cache-control", "no-cache")
        .type(TEXT)
        .send(await signCheckpoint(deps, await readHead(deps.db))),
  );

  app.get(
    "/key",
    {
      schema: {
        operationId: "readLogKey",
        summary: "Read the public key of the transparency log; needs no key",
        tags,
        response: { 200: Text("A verifier key (c2sp.org/signed-note)"), ...errorResponses(429) },
      },
    },
    async (_request, reply) => {
      const key = noteKey(await loadKey(deps));
      return reply
        .header("cache-control", "no-cache")
        .type(TEXT)
        .send(`${verifierKey(sha256, key)}\n`);
    },
  );

  app.get("/tile/*", { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split("?", 1)[0]?.slice("/log/".length) ?? "";
    const tile = readTilePath(path) ?? missing(path);
    const bytes = await readTile(deps.db, tile);
    if (bytes === undefined) return missing(`${path}; it has ${await countEntries(deps.db)} entries`);
    return reply.header("cache-control", "public, max-age=31536000, immutable").type(BYTES).send(bytes);
  });
};

/** The bytes of a tile; undefined if the log does not have all of it yet. */
async function readTile(db: Db, { level, index, width }: Tile): Promise<Buffer | undefined> {
  const first = index * TILE_WIDTH;
  const found =
    level === "entries"
      ? await listEntries(db, first, width)
      : await listHashes(db, level * LEVELS_OF_TILE, first, width);
  if (found.length < width) return undefined;
  return level === "entries" ? Buffer.from(entryBundle(found)) : Buffer.concat(found);
}

function missing(what: string): never {
  throw new ServiceError("not_found", `the log has no ${what}`);
}
