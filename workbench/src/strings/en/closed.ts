import { LOCALE } from "./locale.ts";

const and = new Intl.ListFormat(LOCALE);

/** In place of a section that the member's role does not see. */
export const strings = {
  title: (section: string) => `${section}: not open to your role`,
  who: (roles: readonly string[], role: string) =>
    `Only the roles ${and.format(roles)} see this page. Yours is ${role}. To get another one, ask an owner of your account.`,
  myWork: "My work",
  start: "Back to the start page",
};
