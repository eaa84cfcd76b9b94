import type { Role } from "@assay/domain/member.ts";
import { invite } from "../src/members/invitations.ts";
import { bodyOf } from "./given.ts";
import type { Request, Response, Service, TestAccount } from "./service.ts";

export const PASSWORD = "correct horse battery";

/** The origin of our own pages, which every POST under `/auth` must have. */
export const origin = (service: Service) => ({ origin: service.deps.config.baseUrl });

/** The cookies that a browser would send back. */
export function cookieOf({ headers }: Response): string {
  return [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(";")[0])
    .join("; ");
}

export interface Person {
  readonly member_id: string;
  readonly email: string;
  readonly cookie: string;
  readonly token: string;
  /** A request to `/v1` as this person. */
  readonly request: Request;
}

let count = 0;

/** A member of `account` who has joined by a link and is signed in. */
export async function givenPerson(
  service: Service,
  member: { role?: Role; project_ids?: readonly string[]; groups?: readonly string[] } = {},
  account: TestAccount = service,
): Promise<Person> {
  count += 1;
  const email = `person-${count}@acme.test`;
  const { id } = bodyOf(await account.request("POST", "/v1/members", { name: "Ada", email, ...member }), 201);
  const { url } = await invite(
    service.db,
    service.deps.config,
    { id, account_id: account.accountId },
    service.deps.now(),
  );
  const joined = await service.anonymous(
    "POST",
    `/auth/invitations/${url.split("/").at(-1)}`,
    { name: "Ada", password: PASSWORD },
    origin(service),
  );
  bodyOf(joined, 204);
  const cookie = cookieOf(joined);
  const { token } = bodyOf(await askToken(service, cookie), 200);
  return { member_id: id, email, cookie, token, request: service.requestWith(token) };
}

/** `POST /auth/token` with a browser's cookies. */
export function askToken(service: Service, cookie: string): Promise<Response> {
  return service.anonymous("POST", "/auth/token", undefined, { cookie, ...origin(service) });
}
