/** Text, which holds no markup. */
const HARMLESS = /^[^<]*$/;

/**
 * Lets libraries set `innerHTML` to text, and workers start from the service; the browser then refuses all else. React Aria empties
 * elements, and react-markdown decodes entities. A browser without Trusted Types enforces nothing and needs no policy.
 */
export function allowHarmlessMarkup(): void {
  window.trustedTypes?.createPolicy("default", {
    createHTML: (markup) => (HARMLESS.test(markup) ? markup : null),
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null), // workers
  });
}

declare global {
  interface Window {
    /** What is used here of the browser's Trusted Types, which TypeScript's DOM types leave out. */
    readonly trustedTypes?: {
      readonly createPolicy: (
        name: string,
        rules: Readonly<Record<"createHTML" | "createScriptURL", (given: string) => string | null>>,
      ) => unknown;
    };
  }
}
