import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { accountRoutes } from "./accounts/routes/routes.ts";
import { annotationRoutes } from "./annotations/routes.ts";
import { auditLogRoutes } from "./audit-log/routes.ts";
import { autoAcceptChanges, autoAcceptRoutes } from "./auto-accept/routes.ts";
import { batchRoutes } from "./batches/routes/routes.ts";
import { blockerRoutes } from "./blockers/routes.ts";
import { assertOwnWork, assertWithin } from "./bounds/within.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import { certificateRoutes, publicCertificateRoutes } from "./certificates/routes.ts";
import { commentRoutes } from "./comments/routes/routes.ts";
import { consensusRoutes } from "./consensus/routes.ts";
import { datasetRoutes } from "./datasets/routes/routes.ts";
import type { Deps } from "./deps.ts";
import { digestRoutes } from "./digests/routes.ts";
import { unsubscribeRoutes } from "./digests/unsubscribe-routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { eventRoutes } from "./events/routes.ts";
import { webhookSchemas } from "./events/schemas.ts";
import { exportRoutes } from "./exports/routes/routes.ts";
import { healthRoutes } from "./health.ts";
import { datasetImportRoutes, importRoutes } from "./imports/routes.ts";
import { itemRoutes } from "./items/routes.ts";
import { judgeRoutes } from "./judges/routes.ts";
import { logRoutes } from "./log/routes.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { memberRoutes } from "./members/routes/routes.ts";
import { modelRoutes } from "./models/routes/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { createKeys, KEYS_CHANNEL } from "./platform/auth/auth.ts";
import type { Listening } from "./platform/database/direct.ts";
import { addDrain } from "./platform/http/drain.ts";
import { addEdge, answerBadUrl, requestId } from "./platform/http/edge.ts";
import { addEtags } from "./platform/http/etag.ts";
import { addGiveWay } from "./platform/http/give-way.ts";
import { addLinger } from "./platform/http/linger.ts";
import { noteMethods } from "./platform/http/methods.ts";
import { addOpenApi } from "./platform/http/openapi.ts";
import { answerClientError } from "./platform/http/raw-answers.ts";
import { type Answer, addRequestLog, logAnswer } from "./platform/http/request-log.ts";
import { endSlowBodies } from "./platform/http/slow-bodies.ts";
import { configureValidation } from "./platform/http/validation.ts";
import { createDatabaseRateLimiter } from "./platform/rate-limits/database-rate-limit.ts";
import { createRateLimiter, type RateLimiter } from "./platform/rate-limits/rate-limit.ts";
import { projectRoutes } from "./projects/routes/routes.ts";
import { projectQualityRoutes } from "./quality/project-routes.ts";
import { qualityRoutes } from "./quality/routes.ts";
import { rateRoutes } from "./rates/routes.ts";
import { signInRoutes } from "./sign-in/routes/routes.ts";
import { sourceRoutes } from "./sources/routes/routes.ts";
import { streamRoutes } from "./stream/routes.ts";
import { suspicionRoutes } from "./suspicions/routes.ts";
import { taskRoutes } from "./tasks/routes/routes.ts";
import { uploadRoutes } from "./uploads/routes/routes.ts";
import { drawRoutes } from "./verdict/draw-routes.ts";
import { verdictRoutes } from "./verdict/routes.ts";
import { webhookRoutes } from "./webhooks/routes/routes.ts";
import { payRoutes } from "./work/pay-routes.ts";
import { workRoutes } from "./work/routes.ts";
import { workbenchRoutes } from "./workbench/routes.ts";

const MiB = 1024 * 1024;
const HEADERS_MS = 60_000;
/** Longer than Node's limit for headers, so that an id of any length gets a 404. */
const MAX_PARAMETER = 64 * 1024;

/** The HTTP service on `deps`, ready to listen or for injected requests. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const keys = createKeys(deps.db, deps.secrets, deps.now);
  const counted = limiterOf(deps);
  const shared = await shareRateLimits(deps, counted);
  const edge = {
    keys,
    limiter: shared ?? counted,
    lookUps: createRateLimiter(),
    now: deps.now,
    config: deps.config,
    note(answer: Answer) {
      logAnswer(deps.log, answer);
      deps.metrics?.answered(answer);
    },
  };
  // What cannot be read as a request must be answered at once, and costs nothing that processes share.
  const raw = { ...edge, limiter: createRateLimiter() };
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    bodyLimit: MiB,
    requestTimeout: 0, // a total limit would end long uploads; see platform/http/slow-bodies.ts
    return503OnClosing: false, // that response would lack our headers and format; the connection closes afterwards
    genReqId: requestId,
    trustProxy: deps.config.trustProxy.length > 0 ? [...deps.config.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER },
    http: { requireHostHeader: false, headersTimeout: HEADERS_MS }, // the edge refuses a missing Host
    clientErrorHandler: (fault, socket) => void answerClientError(raw, fault, socket),
    frameworkErrors: (fault, request, reply) => answerBadUrl(edge, fault, request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();
  configureValidation(app);
  const refuseOtherMethods = noteMethods(app);
  deps.traces?.watchRequests(app);
  addRequestLog(app, edge.note);
  addEdge(app, edge, raw);
  addDrain(app);
  addGiveWay(app);
  app.addHook("onClose", async () => shared?.close());
  let hearing: Listening | undefined;
  app.addHook("onListen", async () => {
    hearing = deps.direct.listen(KEYS_CHANNEL, keys.forget);
  });
  app.addHook("onClose", async () => hearing?.stop());
  addEtags(app);
  addLinger(app);
  endSlowBodies(app, raw);
  await addOpenApi(app, webhookSchemas());
  await app.register(healthRoutes, deps);
  await app.register(publicCertificateRoutes, deps);
  await app.register(logRoutes, { prefix: "/log", ...deps });
  await app.register(mcpRoutes, deps);
  for (const pages of [docsRoutes, unsubscribeRoutes, workbenchRoutes]) await app.register(pages, deps);
  await app.register(signInRoutes, { prefix: "/auth", ...deps, limiter: counted, keys });
  await app.register(
    async (v1) => {
      v1.addHook("onRequest", async (request) => assertOwnWork(request));
      v1.addHook("preHandler", async (request) => {
        if (request.caller !== undefined) await assertWithin(deps.db, request);
      });
      for (const routes of SLICES) await v1.register(routes, { ...deps, limiter: counted });
      await v1.register(streamRoutes, { ...deps, keys });
    },
    { prefix: "/v1" },
  );
  refuseOtherMethods();
  await app.ready();
  return app;
}

/** Only this process uses an embedded database, so that it counts in memory; others count together in theirs. */
function limiterOf({ config, db }: Deps): RateLimiter {
  return config.databaseUrl === undefined ? createRateLimiter() : createDatabaseRateLimiter(db);
}

/** Loads the store's client only if there is a store, because loading takes a tenth of a second. */
async function shareRateLimits({ config: { redisUrl }, log }: Deps, counted: RateLimiter) {
  if (redisUrl === undefined) return undefined;
  const { createSharedRateLimiter } = await import("./platform/rate-limits/shared-rate-limit.ts");
  return createSharedRateLimiter(redisUrl, counted, log);
}

const SLICES = [
  accountRoutes,
  memberRoutes,
  projectRoutes,
  uploadRoutes,
  sourceRoutes,
  batchRoutes,
  verdictRoutes,
  autoAcceptRoutes,
  autoAcceptChanges,
  drawRoutes,
  itemRoutes,
  bulkRoutes,
  taskRoutes,
  annotationRoutes,
  importRoutes,
  datasetImportRoutes,
  qualityRoutes,
  projectQualityRoutes,
  judgeRoutes,
  suspicionRoutes,
  consensusRoutes,
  modelRoutes,
  exportRoutes,
  datasetRoutes,
  certificateRoutes,
  webhookRoutes,
  eventRoutes,
  notificationRoutes,
  auditLogRoutes,
  workRoutes,
  blockerRoutes,
  payRoutes,
  rateRoutes,
  commentRoutes,
  digestRoutes,
];
