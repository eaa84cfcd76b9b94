/** The components that all screens share. */
export const strings = {
  typeToConfirm: (name: string) => `Type “${name}” to confirm`,
  notEmail: "Enter a valid e-mail address.",
  tooShort: (characters: number) => `Enter at least ${characters} characters.`,
  copy: "Copy",
  copied: "Copied",
  trail: "Part of",
  pageTitle: (title: string) => `${title} · Assay`,
  justNow: "just now",
  loading: "Loading …",
  locked: "Your role can look at this, but not change it.",
  offline: "No connection. This loads once you are online again.",
  tryAgain: "Try again",
  trying: "Trying again …",
};
