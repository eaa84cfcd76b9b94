import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { iso } from "../platform/http/wire.ts";
import { send, sendCsv, wantsCsv } from "./csv.ts";
import { rangeOf } from "./period.ts";
import { columnsOf, GROUPS, reportWork } from "./report.ts";
import { WorkQuery, WorkReport } from "./schemas.ts";

/** Reports of the work done, for payment and planning. */
export const workRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/work",
    {
      config: { scope: "members:read" },
      schema: {
        operationId: "reportWork",
        summary: "Report the answers by member, project, batch or day, as JSON or CSV",
        tags: ["members"],
        querystring: WorkQuery,
        response: {
          200: {
            description: "One line for each member, project, batch or day",
            content: {
              "application/json": { schema: WorkReport },
              "text/csv": { schema: Type.String() },
            },
          },
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request, reply) => {
      const names = new Set(request.query.group_by.split(","));
      const group_by = GROUPS.filter((group) => names.has(group));
      const range = rangeOf(request.query, deps.now());
      const data = await reportWork(deps, callerOf(request).account_id, {
        ...range,
        group_by,
        project_id: request.query.project_id,
      });
      if (!wantsCsv(request, request.query.format)) {
        return send(reply, { from: iso(range.from), to: iso(range.to), data });
      }
      const columns = columnsOf(group_by);
      return sendCsv(
        reply,
        "work.csv",
        columns,
        data.map((row) => columns.map((column) => row[column] ?? null)),
      );
    },
  );
};
