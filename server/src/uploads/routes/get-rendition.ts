import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { THUMBNAIL_SIDES } from "../../images/thumbnail.ts";
import type { Redirect } from "../../platform/blobs/send-blob.ts";
import { STORE_REDIRECT, sendBlob } from "../../platform/blobs/send-blob.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { thumbnailOf, uprightOf } from "../image-renditions.ts";
import { Permission, permittedFile } from "../permitted-file.ts";
import { madeOf } from "../recording-renditions.ts";
import type { Rendition } from "../renditions.ts";
import { sendReferenced } from "../send-referenced.ts";
import { type FileRow, isStored } from "../store.ts";

const ACCESS =
  "Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with " +
  "`uploads:read`. Made with the first request, and kept. Consumes no quota.";

const REFERENCED = "Of a file by reference nothing is kept, and this is its content.";

const Image = {
  description: "The image, with ETag and Repr-Digest",
  content: { "*/*": { schema: Type.String({ format: "binary" }) } },
};

const response = {
  200: Image,
  206: { ...Image, description: "One range of the image" },
  307: STORE_REDIRECT,
  304: { type: "null", description: "The image still matches If-None-Match" },
  ...errorResponses(400, 401, 403, 404, 409, 410, 416),
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/avif": "avif",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/json": "json",
  "audio/basic": "au",
};

/** Seconds after which a client asks again. Most peaks take less than one. */
const RETRY_AFTER = "1";

/** `GET /v1/files/{id}/thumbnail` */
export const getThumbnailRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/files/:id/thumbnail",
    {
      config: { scope: null },
      schema: {
        operationId: "getFileThumbnail",
        summary: "Get a thumbnail of an image",
        description: `A WebP, upright; of an animation its first image. A smaller image is not enlarged. ${ACCESS} ${REFERENCED}`,
        tags: ["uploads"],
        security: [{ apiKey: [] }, {}],
        params: IdParams,
        querystring: Type.Object({
          ...Permission.properties,
          size: Type.Integer({
            enum: [...THUMBNAIL_SIDES],
            default: 512,
            description: "The longest side in pixels",
          }),
        }),
        response,
      },
    },
    async (request, reply) => {
      const file = await permittedFile(deps, request, reply);
      if (!isStored(file)) return sendReferenced(deps, request, reply, imageOnly(file));
      return send(deps, request, reply, file, await thumbnailOf(deps, file, request.query.size));
    },
  );
};

/** `GET /v1/files/{id}/upright` */
export const getUprightRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/files/:id/upright",
    {
      config: { scope: null },
      schema: {
        operationId: "getFileUpright",
        summary: "Get an image upright",
        description:
          "The pixels that the coordinates of labels mean, in a type that browsers show: an image that its EXIF would turn is " +
          `copied without it, and a TIFF is a PNG. All other images are as uploaded. ${ACCESS} ${REFERENCED}`,
        tags: ["uploads"],
        security: [{ apiKey: [] }, {}],
        params: IdParams,
        querystring: Permission,
        response,
      },
    },
    async (request, reply) => {
      const file = await permittedFile(deps, request, reply);
      if (!isStored(file)) return sendReferenced(deps, request, reply, imageOnly(file));
      return send(deps, request, reply, file, await uprightOf(deps, file));
    },
  );
};

/** Throws `invalid_request` for a recording. */
function imageOnly(file: FileRow): FileRow {
  if (file.medium === "image") return file;
  throw new ServiceError("invalid_request", `${file.filename} is not an image`);
}

const Peaks = Type.Object(
  {
    version: Type.Literal(2),
    channels: Type.Literal(1, { description: "All channels in one" }),
    sample_rate: Type.Integer({ description: "Samples per second; 0 if the sound cannot be decoded" }),
    samples_per_pixel: Type.Integer({ description: "Samples of a stretch" }),
    bits: Type.Literal(8),
    length: Type.Integer({ description: "The number of stretches, up to 8,192" }),
    data: Type.Array(Type.Integer({ minimum: -128, maximum: 127 }), {
      description: "A minimum and a maximum for each stretch",
    }),
  },
  { title: "Peaks" },
);

const building = (title: string, description: string) =>
  Type.Object({ status: Type.Literal("building"), message: Type.String() }, { title, description });

/** `GET /v1/files/{id}/peaks` */
export const getPeaksRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/files/:id/peaks",
    {
      config: { scope: null },
      schema: {
        operationId: "getFilePeaks",
        summary: "Get the waveform of a recording",
        description:
          "Minima and maxima of the sound of a WAV, MP3, FLAC or Ogg, in the JSON of the program audiowaveform. 202 while a " +
          `job computes them; 400 for a file by reference. ${ACCESS}`,
        tags: ["uploads"],
        security: [{ apiKey: [] }, {}],
        params: IdParams,
        querystring: Permission,
        response: {
          200: {
            description: "The peaks, with ETag and Repr-Digest",
            content: { "application/json": { schema: Peaks } },
          },
          202: building("PeaksBuilding", "The peaks are being computed; see Retry-After"),
          206: { ...Image, description: "One range of the bytes" },
          307: STORE_REDIRECT,
          304: { type: "null", description: "The peaks still match If-None-Match" },
          ...errorResponses(400, 401, 403, 404, 416),
        },
      },
    },
    async (request, reply) => {
      const file = await permittedFile(deps, request, reply);
      const peaks = await madeOf(deps, file, "peaks");
      return peaks === undefined
        ? askAgain(reply, "the peaks are being computed; request them again later")
        : send(deps, request, reply, file, peaks);
    },
  );
};

const Bytes = { content: { "audio/basic": { schema: Type.String({ format: "binary" }) } } };

/** `GET /v1/files/{id}/sound` */
export const getSoundRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/files/:id/sound",
    {
      config: { scope: null },
      schema: {
        operationId: "getFileSound",
        summary: "Get a recording as plain samples",
        description:
          "The sound of a WAV, MP3, FLAC or Ogg as `audio/basic`: one byte for each of 8,000 samples a second, μ-law, one channel, without a " +
          "header. `Range` gets a part, so that byte n is n / 8,000 seconds from the beginning. It is for pictures of long recordings, not for " +
          `listening. 202 while a job makes it; 400 for a file by reference. ${ACCESS}`,
        tags: ["uploads"],
        security: [{ apiKey: [] }, {}],
        params: IdParams,
        querystring: Permission,
        response: {
          200: { ...Bytes, description: "The samples, with ETag and Repr-Digest" },
          202: building("SoundBuilding", "The sound is being made; see Retry-After"),
          206: { ...Bytes, description: "One range of the samples" },
          307: STORE_REDIRECT,
          304: { type: "null", description: "The samples still match If-None-Match" },
          ...errorResponses(400, 401, 403, 404, 416),
        },
      },
    },
    async (request, reply) => {
      const file = await permittedFile(deps, request, reply);
      const sound = await madeOf(deps, file, "sound");
      return sound === undefined
        ? askAgain(reply, "the sound is being made; request it again later")
        : send(deps, request, reply, file, sound);
    },
  );
};

function askAgain(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(202).header("retry-after", RETRY_AFTER).send({ status: "building", message });
}

function send(
  { blobs }: Deps,
  request: FastifyRequest<{ Querystring: Type.Static<typeof Redirect> }>,
  reply: FastifyReply,
  { filename }: FileRow,
  { sha256, size_bytes, content_type, created_at }: Rendition,
): Promise<FastifyReply> {
  const stem = (filename.split("/").at(-1) ?? filename).replace(/\.[^.]*$/, "");
  return sendBlob(blobs, request, reply, {
    sha256,
    size_bytes,
    media_type: content_type,
    filename: `${stem}.${EXTENSIONS[content_type] ?? "bin"}`,
    last_modified: created_at,
    cache_control: "private, max-age=3600, immutable",
  });
}
