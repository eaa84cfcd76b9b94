import { dashesOf } from "../canvas/author-lines.ts";

/** The line that a person's shapes have among those of several people. */
export function AuthorLine({ author }: { readonly author: number }) {
  return (
    <svg width="36" height="8" viewBox="0 0 36 8" aria-hidden="true">
      <path
        d="M0 4h36"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeDasharray={dashesOf(author).join(" ")}
      />
    </svg>
  );
}
