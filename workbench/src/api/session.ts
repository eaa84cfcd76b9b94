import { strings } from "#strings/api.ts";
import { Listeners } from "../listeners.ts";
import { reach } from "./reach.ts";

/** The response of `POST /auth/token`: who is signed in. */
export interface Person {
  readonly member_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: "owner" | "manager" | "reviewer" | "annotator" | "viewer";
}

/** An account that the person is a member of. */
export interface Account {
  readonly account_id: string;
  readonly account_name: string;
}

interface Token {
  readonly token: string;
  readonly expires_at: string;
  readonly person: Person;
  readonly accounts: readonly Account[];
}

/** Nobody is signed in. */
export class SignedOut extends Error {
  constructor() {
    super(strings.signedOut);
    this.name = "SignedOut";
  }
}

/** A token is renewed this long before it expires, so that it does not expire in transit. */
const MARGIN_MS = 60_000;

let current: Promise<Token> | undefined;
/** Counts calls of `forgetBearer`. */
let forgotten = 0;
/** The member whom this page belongs to; all data it shows, stores and sends are theirs. */
let owner: string | undefined;
const listeners = new Listeners();

/** A token for `/v1`, renewed shortly before it expires. Throws SignedOut if the session has ended. */
export async function bearer(): Promise<string> {
  return (await token()).token;
}

/** Makes the next request ask for a new token. */
export function forgetBearer(): void {
  current = undefined;
  forgotten += 1;
}

/** Who is signed in; throws SignedOut if nobody is. */
export async function person(): Promise<Person> {
  return (await token()).person;
}

/** The accounts that the person is a member of. */
export async function accounts(): Promise<readonly Account[]> {
  return (await token()).accounts;
}

const CHOSEN = "assay.account";

/** Opens the start page of another account. This tab keeps the choice, and new tabs start with the latest one. */
export function switchAccount(account_id: string): void {
  sessionStorage.setItem(CHOSEN, account_id);
  localStorage.setItem(CHOSEN, account_id);
  location.assign("/");
}

function chosenAccount(): string | null {
  return globalThis.sessionStorage?.getItem(CHOSEN) ?? globalThis.localStorage?.getItem(CHOSEN) ?? null;
}

/** Calls back when the session ends. */
export const onSignedOut = listeners.subscribe;

async function token(): Promise<Token> {
  const known = await current?.catch(() => undefined);
  if (known !== undefined && Date.parse(known.expires_at) - Date.now() > MARGIN_MS) return known;
  current = ask();
  return current;
}

async function ask(): Promise<Token> {
  const before = forgotten;
  const chosen = chosenAccount();
  const query = chosen === null ? "" : `?account_id=${encodeURIComponent(chosen)}`;
  const answer = await reach(`/auth/token${query}`, { method: "POST" });
  if (answer.status === 404 && chosen !== null) {
    sessionStorage.removeItem(CHOSEN); // another person signed in, or this one left the account
    localStorage.removeItem(CHOSEN);
    return ask();
  }
  if (answer.ok) {
    const token: Token = await answer.json();
    owner ??= token.person.member_id;
    if (token.person.member_id === owner) return token;
    location.reload(); // another person signed in in this browser: reload, so that they get a page of their own
    return new Promise(() => undefined);
  }
  if (answer.status !== 401) throw new Error(strings.signInFailed(answer.status));
  if (forgotten !== before) return ask(); // the person may have signed in since this request was sent
  listeners.notify();
  throw new SignedOut();
}
