/** The frame around every screen, and the screens for errors. */
export const strings = {
  brand: "Assay",
  skip: "Skip to content",
  navigation: "Main",
  loading: "Loading this page",
  offline: "No connection. This page loads once you are online again.",
  lost: "You are offline",
  projects: "Projects",
  members: "Members",
  myWork: "My work",
  questions: "Questions",
  settings: "Settings",
  typedIsKept: "What you typed on this page is kept.",
  failure: {
    notFound: "Page not found",
    failed: "This page failed to load",
    noCode: "A part of Assay did not load. This page loads again once you are online.",
    noAccess: "You may not open this page",
    request: (id: string) => `Request ${id}`,
    retry: "Try again",
    home: "Back to the start page",
  },
  insecure: {
    pageTitle: "Not secure · Assay",
    title: "This address is not secure",
    why: "Browsers protect unsaved work only on https addresses and on localhost. Ask the operator of this service to put it behind https (docs/operating.md), or open it on its own machine.",
  },
};
