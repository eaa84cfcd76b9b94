import { scopesOf } from "@assay/domain/member.ts";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { person, SignedOut } from "./api/session.ts";
import { readBatchSearch } from "./batches/search.ts";
import { readItemsSearch } from "./items/search.ts";
import { readProjectSearch, readProjectsSearch } from "./projects/search.ts";
import { Failure, FailureAlone } from "./shell/Failure.tsx";
import { Nowhere } from "./shell/Nowhere.tsx";
import { Shell } from "./shell/Shell.tsx";
import { readSignInFault, type SignInFault } from "./sign-in/sign-in-fault.ts";
import { readScope } from "./work/task.ts";

const rootRoute = createRootRoute({ errorComponent: FailureAlone, notFoundComponent: Nowhere });

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  // values that are not listed here would be taken from the address unchecked
  validateSearch: ({ to, fault }): { to?: string | undefined; fault?: SignInFault | undefined } => ({
    to: typeof to === "string" && /^\/(?![/\\])[^\t\r\n]*$/.test(to) ? to : undefined,
    fault: readSignInFault(fault),
  }),
  component: lazyRouteComponent(() => import("./sign-in/SignIn.tsx"), "SignIn"),
});

const join = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join/$token",
  component: lazyRouteComponent(() => import("./sign-in/Join.tsx"), "Join"),
});

/** Who is signed in; redirects to the sign-in page if nobody is. */
async function signedIn({ location }: { readonly location: { readonly href: string } }) {
  try {
    return { person: await person() };
  } catch (fault) {
    if (fault instanceof SignedOut) throw redirect({ to: "/sign-in", search: { to: location.href } });
    throw fault;
  }
}

/** The routes that need a sign-in, inside the frame. */
const inside = createRoute({
  getParentRoute: () => rootRoute,
  id: "inside",
  component: Shell,
  errorComponent: FailureAlone,
  beforeLoad: signedIn,
});

/** The work screen, full size; without a scope in the address it redirects to My work. */
const work = createRoute({
  getParentRoute: () => rootRoute,
  path: "/work",
  validateSearch: readScope,
  beforeLoad: async ({ location }) => {
    if (location.searchStr === "") throw redirect({ to: "/work/mine" });
    return signedIn({ location });
  },
  component: lazyRouteComponent(() => import("./work/WorkPage.tsx"), "WorkPage"),
  errorComponent: FailureAlone,
});

/** Many items of a scope at once. */
const grid = createRoute({
  getParentRoute: () => rootRoute,
  path: "/work/grid",
  validateSearch: readScope,
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import("./grid/GridPage.tsx"), "GridPage"),
  errorComponent: FailureAlone,
});

const myWork = createRoute({
  getParentRoute: () => inside,
  path: "/work/mine",
  component: lazyRouteComponent(() => import("./work/MyWork.tsx"), "MyWork"),
});

const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  beforeLoad: ({ context: { person } }) => {
    throw redirect({ to: scopesOf(person.role).includes("projects:read") ? "/projects" : "/work/mine" });
  },
});

const projects = createRoute({
  getParentRoute: () => inside,
  path: "/projects",
  validateSearch: readProjectsSearch,
  component: lazyRouteComponent(() => import("./projects/Projects.tsx"), "Projects"),
});

const newProject = createRoute({
  getParentRoute: () => inside,
  path: "/projects/new",
  component: lazyRouteComponent(() => import("./projects/NewProject.tsx"), "NewProject"),
});

const project = createRoute({
  getParentRoute: () => inside,
  path: "/projects/$id",
  validateSearch: readProjectSearch,
  component: lazyRouteComponent(() => import("./projects/ProjectPage.tsx"), "ProjectPage"),
});

const batch = createRoute({
  getParentRoute: () => inside,
  path: "/batches/$id",
  validateSearch: readBatchSearch,
  component: lazyRouteComponent(() => import("./batches/BatchPage.tsx"), "BatchPage"),
});

const dataset = createRoute({
  getParentRoute: () => inside,
  path: "/datasets/$id",
  component: lazyRouteComponent(() => import("./datasets/DatasetPage.tsx"), "DatasetPage"),
});

const items = createRoute({
  getParentRoute: () => inside,
  path: "/items",
  validateSearch: readItemsSearch,
  component: lazyRouteComponent(() => import("./items/Items.tsx"), "Items"),
});

const item = createRoute({
  getParentRoute: () => inside,
  path: "/items/$id",
  component: lazyRouteComponent(() => import("./items/ItemPage.tsx"), "ItemPage"),
});

const inbox = createRoute({
  getParentRoute: () => inside,
  path: "/questions",
  validateSearch: ({ batch }): { batch?: string } => (typeof batch === "string" ? { batch } : {}),
  component: lazyRouteComponent(() => import("./inbox/Inbox.tsx"), "Inbox"),
});

const members = createRoute({
  getParentRoute: () => inside,
  path: "/members",
  validateSearch: ({ gone }): { gone?: true } => (gone === true ? { gone } : {}),
  component: lazyRouteComponent(() => import("./members/Members.tsx"), "Members"),
});

const settingsHome = createRoute({
  getParentRoute: () => inside,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/$part", params: { part: "account" } });
  },
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: "/settings/$part",
  component: lazyRouteComponent(() => import("./settings/Settings.tsx"), "Settings"),
});

const webhook = createRoute({
  getParentRoute: () => inside,
  path: "/settings/webhooks/$id",
  component: lazyRouteComponent(() => import("./settings/WebhookPage.tsx"), "WebhookPage"),
});

/** All screens and their addresses; a screen's code is loaded when it is first opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signIn,
    join,
    work,
    grid,
    inside.addChildren([
      home,
      projects,
      newProject,
      project,
      batch,
      dataset,
      items,
      item,
      inbox,
      members,
      myWork,
      settingsHome,
      settings,
      webhook,
    ]),
  ]),
  search: { strict: true }, // otherwise invalid values stay in the address and reach the screen unchecked
  defaultPreload: "intent",
  defaultErrorComponent: Failure,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
