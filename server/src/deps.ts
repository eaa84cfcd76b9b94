import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Config } from "./config.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Secrets } from "./platform/auth/secrets.ts";
import type { Blobs } from "./platform/blobs/blobs.ts";
import type { Db } from "./platform/database/db.ts";
import type { Direct } from "./platform/database/direct.ts";
import type { SendMail } from "./platform/network/mail.ts";
import type { Outbound } from "./platform/network/outbound.ts";
import type { Traces } from "./traces/traces.ts";

/** Everything the service uses outside itself; tests pass their own clock, network, database and blobs. */
export interface Deps {
  readonly config: Config;
  readonly db: Db;
  /** The pool behind `db`, for COPY. */
  readonly pool: pg.Pool;
  /** For LISTEN. */
  readonly direct: Direct;
  readonly blobs: Blobs;
  /** The database's clock; a fake one in tests. SQL never calls now(). */
  readonly now: () => Date;
  readonly outbound: Outbound;
  readonly sendMail: SendMail;
  readonly secrets: Secrets;
  readonly log: FastifyBaseLogger;
  /** Absent if metrics are off. */
  readonly metrics?: Metrics | undefined;
  /** Absent if traces are off. */
  readonly traces?: Traces | undefined;
}
