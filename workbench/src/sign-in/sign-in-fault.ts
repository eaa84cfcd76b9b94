import { strings } from "#strings/sign-in.ts";

const FAULTS = strings.signIn.faults;

/** Why a sign-in by link or provider failed. */
export type SignInFault = keyof typeof FAULTS;

/** The error named in an address; undefined for any other text. */
export function readSignInFault(text: unknown): SignInFault | undefined {
  return typeof text === "string" && Object.hasOwn(FAULTS, text) ? (text as SignInFault) : undefined;
}
