import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Deps } from "../deps.ts";
import type { Answer } from "../platform/http/request-log.ts";
import { inTime } from "../platform/in-time.ts";
import { type Backlog, readBacklog } from "./backlog.ts";

/** The outcome of an attempt: `retried` is due again, `failed` was the last. */
export type DeliveryOutcome = "delivered" | "retried" | "failed";

/** Counts and state of this process, for Prometheus. */
export interface Metrics {
  readonly answered: (answer: Answer) => void;
  readonly attempted: (outcome: DeliveryOutcome, ms: number) => void;
  readonly worked: (name: string, outcome: "done" | "failed") => void;
  /** Everything in Prometheus' text format. */
  readonly text: () => Promise<string>;
}

/** A scrape responds within this time, whatever the database does. */
const LIMIT_MS = 1_000;
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Up to the 15 s after which an attempt times out. */
const ATTEMPT_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Counts from zero, in its own registry. Every label has few values, and clients choose none of them. */
export function createMetrics({
  db,
  pool,
  blobs,
  now,
}: Pick<Deps, "db" | "pool" | "blobs" | "now">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the arrival of a request to the end of its response",
    labelNames: ["method", "route", "status"] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const rateLimited = new Counter({
    name: "http_rate_limited_requests_total",
    help: "Requests refused with 429",
    labelNames: ["policy"] as const,
    registers,
  });
  const deliveries = new Counter({
    name: "webhook_deliveries_total",
    help: "Delivery attempts by the resulting status of the delivery",
    labelNames: ["outcome"] as const,
    registers,
  });
  const attempts = new Histogram({
    name: "webhook_attempt_duration_seconds",
    help: "Time that receivers took to respond",
    buckets: ATTEMPT_SECONDS,
    registers,
  });
  const jobs = new Counter({
    name: "jobs_total",
    help: "Background jobs that ran; failed jobs are retried",
    labelNames: ["name", "outcome"] as const,
    registers,
  });
  for (const outcome of ["delivered", "retried", "failed"]) deliveries.inc({ outcome }, 0);
  const gauges = createGauges(registers);
  const readDue = inTime(() => readBacklog(db, now(), LIMIT_MS), LIMIT_MS);
  const readStorage = inTime(() => blobs.assertReady(), LIMIT_MS);
  return {
    answered({ method, route, status, ms, policy }) {
      const labels = {
        method: method ?? "none",
        route: route ?? "none",
        status: `${Math.floor(status / 100)}xx`,
      };
      requests.observe(labels, ms / 1000);
      if (status === 429) rateLimited.inc({ policy });
    },
    attempted(outcome, ms) {
      deliveries.inc({ outcome });
      attempts.observe(ms / 1000);
    },
    worked: (name, outcome) => jobs.inc({ name, outcome }),
    async text() {
      const [backlog, isStorageUp] = await Promise.all([
        readDue().catch(() => undefined),
        readStorage().then(
          () => true,
          () => false,
        ),
      ]);
      gauges.setBacklog(backlog);
      gauges.setStorage(isStorageUp);
      gauges.setPool(pool);
      return registry.metrics();
    },
  };
}

function createGauges(registers: Registry[]) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge("database_up", "Whether the database answered this scrape within a second");
  const storageUp = gauge(
    "storage_up",
    "Whether the storage answered this scrape within a second and has room",
  );
  const deliveryAge = gauge(
    "webhook_queue_age_seconds",
    "How long the delivery that is most overdue has been due",
  );
  const jobAge = gauge("job_queue_age_seconds", "How long the most overdue job has been due");
  const disabled = gauge("webhooks_disabled", "Disabled webhooks", "reason");
  const connections = gauge("database_pool_connections", "Open database connections of this process");
  const idle = gauge("database_pool_idle_connections", "Idle database connections of this process");
  const waiting = gauge("database_pool_waiting", "Queries that wait for a database connection");
  return {
    /** Undefined if it could not be read: the metric is then omitted. */
    setBacklog(backlog: Backlog | undefined) {
      up.set(backlog === undefined ? 0 : 1);
      deliveryAge.set(backlog?.deliveryAge ?? Number.NaN);
      jobAge.set(backlog?.jobAge ?? Number.NaN);
      disabled.set({ reason: "delivery_failures" }, backlog?.disabledByFailures ?? Number.NaN);
      disabled.set({ reason: "manual" }, backlog?.disabledByHand ?? Number.NaN);
    },
    setStorage: (isUp: boolean) => storageUp.set(isUp ? 1 : 0),
    setPool({ totalCount, idleCount, waitingCount }: Deps["pool"]) {
      connections.set(totalCount);
      idle.set(idleCount);
      waiting.set(waitingCount);
    },
  };
}
