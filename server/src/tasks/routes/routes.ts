import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { assistTaskRoute, type TaskDeps } from "./assist-task.ts";
import { claimTasksRoute } from "./claim-tasks.ts";
import { confirmTaskGuidelinesRoute } from "./confirm-task-guidelines.ts";
import { excludeItemRoute } from "./exclude-item.ts";
import { getTaskRoute } from "./get-task.ts";
import { getTaskGuidelinesRoute } from "./get-task-guidelines.ts";
import { listOwnTasksRoute } from "./list-own-tasks.ts";
import { listWaitingWorkRoute } from "./list-waiting-work.ts";
import { releaseTaskRoute } from "./release-task.ts";
import { reopenTaskRoute } from "./reopen-task.ts";
import { saveDraftRoute } from "./save-draft.ts";
import { skipTaskRoute } from "./skip-task.ts";
import { submitTaskRoute } from "./submit-task.ts";

/** The work queue: claim, draft, submit, skip, release, reopen, exclude. */
export const taskRoutes: FastifyPluginAsyncTypebox<TaskDeps> = async (app, deps) => {
  for (const route of [
    claimTasksRoute,
    listOwnTasksRoute,
    listWaitingWorkRoute,
    getTaskGuidelinesRoute,
    confirmTaskGuidelinesRoute,
    getTaskRoute,
    saveDraftRoute,
    submitTaskRoute,
    skipTaskRoute,
    releaseTaskRoute,
    reopenTaskRoute,
    excludeItemRoute,
    assistTaskRoute,
  ])
    await app.register(route, deps);
};
