import { strings } from "#strings/sign-in.ts";

const FAULTS = strings.signIn.faults;

/** Why somebody who followed a link is not signed in. */
export type SignInFault = keyof typeof FAULTS;

/** The fault that an address names; undefined for any other text. */
export function readSignInFault(text: unknown): SignInFault | undefined {
  return typeof text === "string" && Object.hasOwn(FAULTS, text) ? (text as SignInFault) : undefined;
}
