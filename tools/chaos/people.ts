import { type Client, createClient } from "@assay/sdk/client.ts";
import type { Diary } from "./client.ts";

/** The members who use the workbench. Only managers and viewers may read events. */
const ROLES = [
  "annotator",
  "annotator",
  "annotator",
  "annotator",
  "reviewer",
  "reviewer",
  "manager",
  "viewer",
] as const;
const PASSWORD = "correct horse battery";
const SIGN_IN = "sign-in/email";
/** As the workbench: a token that expires sooner than this is replaced before it is used. */
const MARGIN_MS = 60_000;

/** A member who signed in as in a browser. */
export interface Person {
  readonly name: string;
  readonly role: (typeof ROLES)[number];
  readonly client: Client;
  /** A token for `/v1`, from the session. */
  readonly bearer: () => Promise<string>;
}

interface Entrance {
  /** Of the account. */
  readonly client: Client;
  readonly baseUrl: string;
  readonly careful: typeof fetch;
  readonly diary: Diary;
}

/** Invites the people; each joins by the link of the invitation, which signs in, and stays signed in. */
export function invitePeople(entrance: Entrance): Promise<Person[]> {
  return Promise.all(ROLES.map((role, index) => join(entrance, role, `${role} ${index + 1}`)));
}

async function join(entrance: Entrance, role: Person["role"], name: string): Promise<Person> {
  const email = `${name.replace(" ", "-")}@acme.test`;
  const { data } = await entrance.client.POST("/v1/members", { body: { name, email, role } });
  const way = `invitations/${data.invitation?.url?.split("/").at(-1)}`;
  // A link works once: whose answer was lost has joined.
  const cookie = await enter(entrance, way, { name, password: PASSWORD }).catch(() =>
    enter(entrance, SIGN_IN, { email, password: PASSWORD }),
  );
  return signedIn(entrance, { name, role, email, cookie });
}

/** Joins or signs in; returns the cookies of the session. */
async function enter({ baseUrl, careful }: Entrance, way: string, body: object): Promise<string> {
  const answer = await careful(`${baseUrl}/auth/${way}`, {
    method: "POST",
    headers: { origin: baseUrl, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`/auth/${way}: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

interface Token {
  readonly token: string;
  readonly expires_at: string;
}

interface Session extends Pick<Person, "name" | "role"> {
  readonly email: string;
  readonly cookie: string;
}

/** Asks for tokens and sends requests as the workbench does. Whose session has ended signs in again. */
function signedIn(entrance: Entrance, { email, cookie: first, ...person }: Session): Person {
  const { baseUrl, careful, diary } = entrance;
  let cookie = first;
  let current: Promise<Token> | undefined;

  async function ask(): Promise<Token> {
    const headers = { origin: baseUrl, cookie };
    const answer = await careful(`${baseUrl}/auth/token`, { method: "POST", headers });
    if (answer.ok) return JSON.parse(await answer.text());
    if (answer.status !== 401) throw new Error(`/auth/token: ${answer.status} ${await answer.text()}`);
    diary.signIns += 1;
    cookie = await enter(entrance, SIGN_IN, { email, password: PASSWORD });
    return ask();
  }

  async function bearer(): Promise<string> {
    const known = await current?.catch(() => undefined);
    if (known !== undefined && Date.parse(known.expires_at) - Date.now() > MARGIN_MS) return known.token;
    current = ask();
    return (await current).token;
  }

  const signed: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const repeat = request.clone();
    request.headers.set("authorization", `Bearer ${await bearer()}`);
    const answer = await careful(request);
    if (answer.status !== 401) return answer;
    current = undefined;
    repeat.headers.set("authorization", `Bearer ${await bearer()}`);
    return careful(repeat);
  };
  return { ...person, bearer, client: createClient({ baseUrl, apiKey: "", fetch: signed }) };
}
