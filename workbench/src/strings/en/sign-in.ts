/** The sign-in page, and the menu of the signed-in member. */
export const strings = {
  signIn: {
    pageTitle: "Sign in · Assay",
    title: "Sign in to Assay",
    email: "E-mail",
    password: "Password",
    submit: "Sign in",
    or: "or",
    withProvider: (name: string) => `Sign in with ${name}`,
    help: "No password yet, or forgot it? Ask an owner of your account for a link.",
    again: "Sign in again",
    ended: (kept: string) => `Your session has ended. ${kept}`,
    faults: {
      failed: "The identity provider did not sign you in. Try again.",
      no_member: "You are not a member of any account. Ask an owner for an invitation.",
      no_owner: "The account has no active owner. Ask the operator of this service to add one.",
      unproven:
        "The identity provider has not verified your e-mail address. Ask the administrator of the provider.",
      used_link: "This link was used or has expired. Start Assay again to get a new link.",
    },
  },
  menu: {
    switchTo: (account: string) => `Switch to ${account}`,
    themes: { system: "System theme", light: "Light theme", dark: "Dark theme" },
    densities: { comfortable: "Comfortable rows", compact: "Compact rows" },
    dailyMail: "Daily mail",
    docs: "Documentation",
    signOut: (email: string) => `Sign out ${email}`,
  },
  status: (status: number) => `The service responded with status ${status}. Try again.`,
};
