import { AsyncLocalStorage } from "node:async_hooks";
import { ROLES, type Role } from "@assay/domain/member.ts";
import type { BetterAuthOptions } from "better-auth";
import type { Oidc } from "../config.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { hashTokens } from "./hashed-tokens.ts";
import { endSessions } from "./passwords.ts";

/** How long a person stays signed in without using the service. */
const SESSION_SECONDS = 7 * 24 * 3_600;
/** A session older than this is renewed for its full time when it is used. */
const RENEW_AFTER_SECONDS = 24 * 3_600;
/** The provider's name in paths. */
export const SSO = "sso";
export const PASSWORD = { minLength: 10, maxLength: 128 } as const;

const TIMES = { createdAt: "created_at", updatedAt: "updated_at" } as const;
const IDS: Readonly<Record<string, "person" | "credential" | "session">> = {
  user: "person",
  account: "credential",
  session: "session",
};

export type SignIns = Awaited<ReturnType<typeof createSignIns>>;

/**
 * Passwords and sessions by better-auth, in our own tables. Loaded at the first sign-in, because it takes a
 * third of a second and 45 MB (measured on Node 24, November 2026).
 */
export async function createSignIns({ db, config, secrets, log }: Deps) {
  /** Runs before an identity provider's credential is stored: its tokens are dropped, and so is an unproven sign-in. */
  const linking = async ({ userId, providerId }: { userId: string; providerId: string }) => {
    if (providerId === SSO) await endUnprovenSignIn(db, userId);
    return forgetTokens();
  };
  const { betterAuth } = await import("better-auth");
  const { getAdapter } = await import("better-auth/db/adapter");
  const options = {
    baseURL: config.baseUrl,
    basePath: "/auth",
    secret: secrets.sign("auth", "sessions"),
    database: { db, type: "postgres" },
    user: { modelName: "people", fields: { emailVerified: "email_verified", ...TIMES } },
    account: {
      modelName: "credentials",
      storeStateStrategy: "cookie",
      // A person who set a password without proving the address loses it through `linking`; the provider's
      // word counts.
      accountLinking: { requireLocalEmailVerified: false },
      fields: {
        userId: "person_id",
        providerId: "provider",
        accountId: "subject",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...TIMES,
      },
    },
    plugins: config.oidc === undefined ? [] : [await createSso(config.oidc)],
    databaseHooks: { account: { create: { before: linking }, update: { before: forgetTokens } } },
    session: {
      modelName: "sessions",
      fields: {
        userId: "person_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...TIMES,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: RENEW_AFTER_SECONDS,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD.minLength,
      maxPasswordLength: PASSWORD.maxLength,
    },
    advanced: {
      cookiePrefix: cookiePrefix(config.baseUrl),
      useSecureCookies: config.baseUrl.startsWith("https:"),
      ipAddress: { disableIpTracking: true },
      // It would miss the tables of features that we do not use.
      database: { validateSchema: false, generateId: ({ model }) => newId(IDS[model] ?? "credential") },
    },
    rateLimit: { enabled: false }, // the edge counts, for all processes together
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => log.error(`sign-in: ${message}`) },
  } satisfies BetterAuthOptions;
  const adapter = hashTokens(await getAdapter(options));
  return betterAuth({ ...options, database: () => adapter });
}

/** Cookies ignore ports: two services on one host would sign each other's people out. */
function cookiePrefix(baseUrl: string): string {
  const { port } = new URL(baseUrl);
  return port === "" ? "assay" : `assay-${port}`;
}

/** The provider's tokens are used for this sign-in only. */
async function forgetTokens() {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...none, accessTokenExpiresAt: null, refreshTokenExpiresAt: null } };
}

/**
 * Ends password and sessions of a person whose address was never proven: somebody else may have joined with
 * it.
 */
async function endUnprovenSignIn(db: Db, person_id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const unproven = await tx
      .selectFrom("people")
      .select("id")
      .where("id", "=", person_id)
      .where("email_verified", "=", false)
      .forUpdate()
      .executeTakeFirst();
    if (unproven === undefined) return;
    await tx.deleteFrom("credentials").where("person_id", "=", person_id).execute();
    await endSessions(tx, person_id);
  });
}

/** The identity provider's claims about the person whom the current request signs in. */
export interface Said {
  role: Role | undefined;
  /** The address, if the provider does not confirm that it is this person's. */
  unproven?: string;
}

export const arriving = new AsyncLocalStorage<Said>();

async function createSso({ issuer, clientId, clientSecret, roleClaim, roles, trustEmails }: Oidc) {
  const { genericOAuth } = await import("better-auth/plugins/generic-oauth");
  return genericOAuth({
    config: [
      {
        providerId: SSO,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ["openid", "email", "profile"],
        requireIdTokenVerification: true,
        disableProviderLogout: true,
        mapProfileToUser: (profile: Record<string, unknown>) => {
          const said = arriving.getStore();
          const { email, email_verified } = profile;
          const isConfirmed = email_verified === true || (trustEmails && email_verified === undefined);
          const emailVerified = isConfirmed && !isTwin(email);
          if (said !== undefined) {
            if (roleClaim !== undefined) said.role = roleIn(profile[roleClaim], roles);
            if (!emailVerified) said.unproven = String(email);
          }
          return { emailVerified };
        },
      },
    ],
  });
}

/**
 * Whether an address has characters that lower-casing turns into ASCII, such as the Kelvin sign: it is a
 * different address.
 */
function isTwin(email: unknown): boolean {
  return typeof email !== "string" || /[^\x21-\x7e]/.test(email);
}

/** The role with the most permissions among those of the claim's values. */
function roleIn(claim: unknown, roles: ReadonlyMap<string, Role>): Role | undefined {
  const given = new Set([claim].flat().map((value) => roles.get(String(value))));
  return ROLES.find((role) => given.has(role));
}
