import { createHash } from "node:crypto";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";

/**
 * Stores sessions under the SHA-256 of their tokens, so that nobody can make a cookie from the database or a
 * backup, not even with the master key. A session found by its token is returned with the token, because
 * better-auth makes the next cookie from it. A token has 190 random bits and needs no slow hash.
 */
export function hashTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((tx) => work(hashing(tx))),
  };
}

/** The operations with which better-auth creates, finds, renews and ends sessions. */
function hashing(inner: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...inner,
    create: async <T extends Record<string, unknown>, R = T>(asked: NewRow<T>) => {
      const token = asked.model === "session" ? textOf(asked.data, "token") : undefined;
      if (token === undefined) return inner.create<T, R>(asked);
      const data = { ...asked.data, token: hashOf(token) };
      return giveBack(await inner.create<T, R>({ ...asked, data }), token);
    },
    findOne: async (asked) => giveBack(await inner.findOne(hashedIn(asked)), tokenIn(asked)),
    findMany: (asked) => inner.findMany(hashedIn(asked)),
    update: async (asked) => giveBack(await inner.update(hashedIn(asked)), tokenIn(asked)),
    updateMany: (asked) => inner.updateMany(hashedIn(asked)),
    delete: (asked) => inner.delete(hashedIn(asked)),
    deleteMany: (asked) => inner.deleteMany(hashedIn(asked)),
  };
}

interface NewRow<T> {
  readonly model: string;
  readonly data: Omit<T, "id">;
}

interface Asked {
  readonly model: string;
  readonly where?: Where[] | undefined;
}

function hashedIn<A extends Asked>(asked: A): A {
  if (asked.model !== "session" || asked.where === undefined) return asked;
  return { ...asked, where: asked.where.map(hashedWhere) };
}

function hashedWhere(where: Where): Where {
  if (where.field !== "token") return where;
  if (typeof where.value === "string") return { ...where, value: hashOf(where.value) };
  throw new Error("sessions are found by one token at a time");
}

/** The only token in a query for a session. */
function tokenIn({ model, where = [] }: Asked): string | undefined {
  const value = model === "session" ? where.find(({ field }) => field === "token")?.value : undefined;
  return typeof value === "string" ? value : undefined;
}

function giveBack<R>(row: R, token: string | undefined): R {
  if (token !== undefined && textOf(row, "token") === hashOf(token)) Object.assign(row as object, { token });
  return row;
}

function textOf(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found : undefined;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
