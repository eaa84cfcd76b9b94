import { isTimeZone } from "@assay/domain/digest.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type, { type Static } from "typebox";
import type { Deps } from "../deps.ts";
import { type Caller, callerOf, type PersonCaller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { nullable } from "../platform/http/wire.ts";
import { findAddress, findDigest, turnOff, turnOn } from "./store.ts";

const Frequency = Type.Enum(["none", "daily"], {
  description: "daily: at most one mail a day, and none if nothing is new",
});

const ChangeDigest = Type.Object(
  {
    frequency: Frequency,
    time_zone: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "A name of the IANA time zone database: mails come at 08:00 there. Default: as before; without one, at the hour of the choice",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "ChangeDigest",
    examples: [{ frequency: "daily", time_zone: "Europe/Berlin" }],
  },
);

const Digest = Type.Object(
  {
    frequency: Frequency,
    time_zone: nullable(Type.String({ description: "By whose clocks mails come at 08:00" })),
    email: nullable(
      Type.String({ description: "The address by which the person signs in, and to which mails go" }),
    ),
  },
  { title: "Digest" },
);

/** Whether the signed-in person gets a daily mail with what waits for them. */
export const digestRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/digest",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "getDigest",
        summary: "Read whether you get a daily mail with what waits for you",
        tags: ["account"],
        response: { 200: Digest, ...errorResponses(401, 403, 429) },
      },
    },
    async (request) => presentDigest(deps.db, personIn(callerOf(request))),
  );

  app.put(
    "/digest",
    {
      // Every role may choose for itself.
      config: { scope: "annotations:read" },
      schema: {
        operationId: "changeDigest",
        summary: "Choose whether you get a daily mail with what waits for you",
        tags: ["account"],
        body: ChangeDigest,
        response: { 200: Digest, ...errorResponses(400, 401, 403, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const person = personIn(callerOf(request));
        const { frequency, time_zone } = request.body;
        if (time_zone !== undefined && !isTimeZone(time_zone)) {
          throw new ServiceError(
            "invalid_request",
            `time_zone: ${time_zone} is not a name of the IANA time zone database, such as Europe/Berlin`,
          );
        }
        if (frequency === "daily") await turnOn(tx, person, time_zone, deps.now());
        else await turnOff(tx, person);
        return presentDigest(tx, person);
      }),
  );
};

function personIn(caller: Caller): PersonCaller {
  if (caller.kind === "person") return caller;
  throw new ServiceError("forbidden", "API keys get no mail: only people who are signed in have a digest");
}

async function presentDigest(db: Db, person: PersonCaller): Promise<Static<typeof Digest>> {
  const digest = await findDigest(db, person);
  return {
    frequency: digest === undefined ? "none" : "daily",
    time_zone: digest?.time_zone ?? null,
    email: (await findAddress(db, person))?.email ?? null,
  };
}
