import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply } from "fastify";
import Type from "typebox";
import { failedAudits } from "../batches/failed-audits.ts";
import { findBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { wantsPage } from "../platform/http/edge.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { readKeySet } from "./keys.ts";
import { findCertificateById } from "./of-any-account.ts";
import { certificatePage, noCertificatePage, PAGE_POLICY } from "./page.ts";
import { getCertificate } from "./read.ts";
import { Certificate, CertificateQuery, KeySet } from "./schemas.ts";
import { findCertificate } from "./store.ts";

const tags = ["certificates"];

/** Sends a page; plain `FastifyReply`, because a 404 of a route is JSON by its schema. */
function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(html);
}

const Page = {
  description: "The page",
  content: { "text/html": { schema: Type.String() } },
};

/** The signed verdict on a batch. */
export const certificateRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/batches/:id/certificate",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "getCertificate",
        summary: "Read the signed certificate of a certified batch",
        tags,
        params: IdParams,
        querystring: CertificateQuery,
        response: { 200: Certificate, ...errorResponses(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request) => {
      const { account_id } = callerOf(request);
      const { revision } = request.query;
      return getCertificate(deps, { account_id, batch_id: request.params.id, revision });
    },
  );
};

/** Routes outside /v1 that need no key: everybody with a dataset can verify it. */
export const publicCertificateRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/certificates/:id",
    {
      schema: {
        operationId: "showCertificate",
        summary: "Read a certificate as a web page; needs only its address",
        tags,
        params: IdParams,
        response: { 200: Page, ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      reply.headers({ "content-security-policy": PAGE_POLICY, "referrer-policy": "no-referrer" });
      const row = await findCertificateById(db, id);
      if (row === undefined && wantsPage(request)) {
        return sendPage(reply.code(404), noCertificatePage(id));
      }
      if (row === undefined) throw new ServiceError("not_found", `there is no certificate ${id}`);
      const supersededBy = (await findCertificate(db, row, row.revision + 1))?.id ?? null;
      const { looks = [] } = (await findBatch(db, row.account_id, row.batch_id)) ?? {};
      const failed = failedAudits(looks, row.revision);
      const page = certificatePage({ row, supersededBy, failedAudits: failed, baseUrl: config.baseUrl });
      return sendPage(reply, page);
    },
  );

  app.get(
    "/.well-known/assay-keys.json",
    {
      schema: {
        operationId: "listCertificateKeys",
        summary: "List the public keys of certificates, and revoked keys and certificates",
        tags,
        response: { 200: KeySet },
      },
    },
    async () => readKeySet(db),
  );
};
