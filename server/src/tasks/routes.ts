import { ServiceError } from "@assay/domain/errors.ts";
import { mayAnnotate, mayAudit } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { finishIfComplete } from "../batches/finish.ts";
import { getBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { actingMember } from "../members/acting.ts";
import { callerOf } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { hasKey, idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { getProject, getVersion } from "../projects/store.ts";
import type { TaskRow } from "../queue/claimable.ts";
import { assertOwnTask, getTask, type Work } from "../queue/store.ts";
import { excludeItem } from "./adjudicate.ts";
import { claimTasks } from "./claim.ts";
import { confirmGuidelines, isConfirmed } from "./confirm.ts";
import { releaseTask, reopenTask, saveDraft, skipTask } from "./hand-back.ts";
import { listOwnTasks, listWaiting } from "./own.ts";
import { presentTask, presentTasks } from "./present.ts";
import type { Submitted } from "./record.ts";
import {
  AnnotatorQuery,
  ClaimTasks,
  Guidelines,
  HandBack,
  OwnTasksQuery,
  SaveDraft,
  SkipTask,
  SubmitTask,
  SubmittedAnnotation,
  Task,
  toGuidelines,
  toSubmitted,
  WaitingWork,
} from "./schemas.ts";
import { afterSubmit, createSubmits, lockOwnWork, submitTask } from "./submit.ts";

const tags = ["tasks"];
const read = { scope: "annotations:read" } as const;
const write = { scope: "annotations:write" } as const;
/** What work leaves stands with the item: its answers and tasks. */
const work = { ...write, isLogged: false } as const;
const faults = errorResponses(400, 401, 403, 404, 409, 415, 422, 429);

/** The work queue: claim, draft, submit, skip, release, reopen, exclude. */
export const taskRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;
  const submits = createSubmits(deps);

  /** A task that the caller may see, with its project. */
  const ownTask = async (request: FastifyRequest, id: string) => {
    const caller = callerOf(request);
    const task = await getTask(db, caller.account_id, id);
    assertOwnTask(caller, task);
    const { project_id } = await getBatch(db, task.account_id, task.batch_id);
    return { task, project: await getProject(db, task.account_id, project_id) };
  };

  app.post(
    "/tasks/claim",
    {
      config: work,
      schema: {
        operationId: "claimTasks",
        summary: "Lease the next tasks, for 15 minutes",
        tags,
        body: ClaimTasks,
        response: { 200: Type.Object({ data: Type.Array(Task) }), ...faults },
      },
    },
    async (request, reply) => {
      const claimed = async (tx?: Tx) => {
        const tasks = await claimTasks(deps, callerOf(request), request.body, tx);
        return { data: await presentTasks(deps, tx ?? db, tasks) };
      };
      if (!hasKey(request)) return claimed();
      return idempotent(deps, { request, reply }, async (tx) => ({ status: 200, body: await claimed(tx) }));
    },
  );

  app.get(
    "/tasks",
    {
      config: read,
      schema: {
        operationId: "listOwnTasks",
        summary: "List a member's leased tasks, or their latest answers",
        description: "The newest change first, at most 100. The first ten answers can be reopened.",
        tags,
        querystring: OwnTasksQuery,
        response: {
          200: Type.Object({ data: Type.Array(Task) }),
          ...errorResponses(400, 401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const { annotator, status, batch_id, project_id } = request.query;
      const caller = callerOf(request);
      const member = await actingMember(deps, caller, annotator);
      const tasks = await listOwnTasks(db, caller, member, { status, batch_id, project_id });
      return { data: await presentTasks(deps, db, tasks) };
    },
  );

  app.get(
    "/tasks/waiting",
    {
      config: read,
      schema: {
        operationId: "listWaitingWork",
        summary: "List the batches with tasks for a member",
        tags,
        querystring: AnnotatorQuery,
        response: {
          200: Type.Object({ data: Type.Array(WaitingWork) }),
          ...errorResponses(400, 401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const member = await actingMember(deps, callerOf(request), request.query.annotator);
      return { data: mayAnnotate(member.role) ? await listWaiting(db, member, mayAudit(member.role)) : [] };
    },
  );

  app.get(
    "/tasks/:id/guidelines",
    {
      config: read,
      schema: {
        operationId: "getTaskGuidelines",
        summary: "The labels, instructions and fields of a task",
        tags,
        params: IdParams,
        response: { 200: Guidelines, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { task, project } = await ownTask(request, request.params.id);
      const version = await getVersion(db, project.id, task.guideline_version);
      return toGuidelines(project, version, await isConfirmed(db, project.id, task));
    },
  );

  app.put(
    "/tasks/:id/guidelines/confirmation",
    {
      config: write,
      schema: {
        operationId: "confirmTaskGuidelines",
        summary: "Confirm that the task's member has read its guidelines",
        tags,
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const { task, project } = await ownTask(request, request.params.id);
      await inChange(deps, request, (tx) => confirmGuidelines(tx, project.id, task, now()));
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/tasks/:id",
    {
      config: read,
      schema: {
        operationId: "getTask",
        summary: "Read a task with its item and draft",
        tags,
        params: IdParams,
        response: { 200: Task, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const task = await getTask(db, caller.account_id, request.params.id);
      assertOwnTask(caller, task);
      return presentTask(deps, db, task);
    },
  );

  app.put(
    "/tasks/:id/draft",
    {
      config: work,
      schema: {
        operationId: "saveDraft",
        summary: "Save a draft and renew the lease",
        tags,
        params: IdParams,
        body: SaveDraft,
        response: { 200: Task, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      db.transaction().execute(async (tx) => {
        const work = await lockOwn(tx, request, request.params.id, request.body.annotator);
        checkRevision(request, work.task);
        return presentTask(deps, tx, await saveDraft(tx, work, request.body.draft, now()));
      }),
  );

  app.post(
    "/tasks/:id/submit",
    {
      config: work,
      schema: {
        operationId: "submitTask",
        summary: "Submit the answer to a claimed task",
        tags,
        params: IdParams,
        body: SubmitTask,
        response: { 200: SubmittedAnnotation, ...faults },
      },
    },
    async (request, reply) => {
      const submit = { caller: callerOf(request), id: request.params.id, sent: request.body };
      if (!hasKey(request)) return toSubmitted(await submits(submit));
      let submitted: Submitted[] = [];
      const afterCommit = () => afterSubmit(deps, submitted);
      return idempotent(deps, { request, reply, afterCommit }, async (tx) => {
        submitted = [await submitTask(deps, tx, submit)];
        return { status: 200, body: submitted.map(toSubmitted)[0] };
      });
    },
  );

  app.post(
    "/tasks/:id/skip",
    {
      config: work,
      schema: {
        operationId: "skipTask",
        summary: "Skip a task, with a reason",
        tags,
        params: IdParams,
        body: SkipTask,
        response: { 200: Task, ...faults },
      },
    },
    async (request, reply) => {
      const { annotator, reason } = request.body;
      const { account_id } = callerOf(request);
      let batch_id: string | undefined;
      // The second skip of an item with a known answer closes it.
      const afterCommit = async () => {
        if (batch_id !== undefined) await finishIfComplete(deps, account_id, batch_id);
      };
      return idempotent(deps, { request, reply, afterCommit }, async (tx) => {
        const work = await lockOwn(tx, request, request.params.id, annotator);
        batch_id = work.batch.id;
        return { status: 200, body: await presentTask(deps, tx, await skipTask(tx, work, reason, now())) };
      });
    },
  );

  app.post(
    "/tasks/:id/release",
    {
      config: work,
      schema: {
        operationId: "releaseTask",
        summary: "Release a task without an answer",
        tags,
        params: IdParams,
        body: HandBack,
        response: { 200: Task, ...faults },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const work = await lockOwn(tx, request, request.params.id, request.body.annotator);
        return { status: 200, body: await presentTask(deps, tx, await releaseTask(tx, work, now())) };
      }),
  );

  app.post(
    "/tasks/:id/reopen",
    {
      config: work,
      schema: {
        operationId: "reopenTask",
        summary: "Reopen one of the member's last ten answers",
        tags,
        params: IdParams,
        body: HandBack,
        response: { 200: Task, ...faults },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const work = await lockOwn(tx, request, request.params.id, request.body.annotator);
        return { status: 200, body: await presentTask(deps, tx, await reopenTask(tx, work, now())) };
      }),
  );

  app.post(
    "/tasks/:id/exclude",
    {
      config: write,
      schema: {
        operationId: "excludeItem",
        summary: "Exclude the item of an adjudication task, with a reason",
        tags,
        params: IdParams,
        body: SkipTask,
        response: { 200: Task, ...faults },
      },
    },
    async (request, reply) => {
      const { annotator, reason } = request.body;
      const { account_id } = callerOf(request);
      let batch_id: string | undefined;
      return idempotent(
        deps,
        {
          request,
          reply,
          afterCommit: async () => {
            if (batch_id !== undefined) await finishIfComplete(deps, account_id, batch_id);
          },
        },
        async (tx) => {
          const work = await lockOwn(tx, request, request.params.id, annotator);
          await excludeItem(tx, work, reason, now());
          batch_id = work.batch.id;
          return {
            status: 200,
            body: await presentTask(deps, tx, await getTask(tx, account_id, work.task.id)),
          };
        },
      );
    },
  );
};

async function lockOwn(
  tx: Tx,
  request: FastifyRequest,
  id: string,
  annotator: string | undefined,
): Promise<Work> {
  return lockOwnWork(tx, { caller: callerOf(request), id }, annotator);
}

function checkRevision(request: FastifyRequest, { revision }: TaskRow): void {
  const sent = request.headers["if-match"];
  if (sent === undefined || sent.replaceAll('"', "") === String(revision)) return;
  throw new ServiceError(
    "precondition_failed",
    `the draft is at revision ${revision}, not ${sent}; read it again`,
  );
}
