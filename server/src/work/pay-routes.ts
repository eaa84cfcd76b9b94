import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { prospectiveMember } from "../members/acting.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { OwnDays } from "../quality/trend-schemas.ts";
import { reportOwnDays } from "../quality/trends.ts";
import { send, sendCsv, wantsCsv } from "./csv.ts";
import { PAY_COLUMNS, reportOwnWork, reportPay } from "./pay.ts";
import { DaysQuery, OwnWork, PayQuery, PayReport } from "./pay-schemas.ts";
import { daysOf } from "./period.ts";

/** What work earned: of everybody for those who change members, and of oneself. */
export const payRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/work/mine",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "reportOwnWork",
        summary: "Report your own hours, answers and pay",
        tags: ["tasks"],
        querystring: DaysQuery,
        response: { 200: OwnWork, ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const days = daysOf(request.query, deps.now());
      const { id: member_id } = await prospectiveMember(deps.db, caller);
      return { ...days, ...(await reportOwnWork(deps, caller.account_id, { ...days, member_id })) };
    },
  );

  app.get(
    "/work/mine/days",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "reportOwnDays",
        summary: "Report your own answers by day, and what their feedback said",
        tags: ["tasks"],
        response: { 200: OwnDays, ...errorResponses(401, 403, 429) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id: member_id } = await prospectiveMember(deps.db, caller);
      return reportOwnDays(deps.db, { account_id: caller.account_id, member_id }, deps.now());
    },
  );

  app.get(
    "/pay",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "reportPay",
        summary: "Report what the members' work in a period earned, as JSON or CSV",
        tags: ["members"],
        querystring: PayQuery,
        response: {
          200: {
            description: "One line for each member and rate",
            content: {
              "application/json": { schema: PayReport },
              "text/csv": { schema: Type.String() },
            },
          },
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request, reply) => {
      const { project_id, format } = request.query;
      const days = daysOf(request.query, deps.now());
      const report = await reportPay(deps, callerOf(request).account_id, { ...days, project_id });
      if (!wantsCsv(request, format)) return send(reply, { ...days, ...report });
      return sendCsv(
        reply,
        "pay.csv",
        PAY_COLUMNS,
        report.data.map((row) => PAY_COLUMNS.map((column) => row[column])),
      );
    },
  );
};
