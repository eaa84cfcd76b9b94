/** The components that all screens share. */
export const strings = {
  typeToConfirm: (name: string) => `Type “${name}” to confirm`,
  copy: "Copy",
  copied: "Copied",
  trail: "Part of",
  pageTitle: (title: string) => `${title} · Assay`,
  justNow: "just now",
};
