import { strings } from "#strings/editors/objects.ts";
import { dashesOf } from "../../canvas/paint.ts";
import styles from "./Controls.module.css";
import { authorOf, type LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/** The line of each annotator, while the objects of several are shown. */
export function Authors<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  if (!session.state().areSeveral) return null;
  const authors = new Set([...session.objects.keys()].flatMap((key) => authorOf(key) ?? []));
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets
    <ul role="list" className={styles.legend} aria-label={strings.authors}>
      {[...authors].map((author) => (
        <li key={author}>
          <svg width="36" height="8" viewBox="0 0 36 8" aria-hidden="true">
            <path
              d="M0 4h36"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeDasharray={dashesOf(author).join(" ")}
            />
          </svg>
          {strings.author(author)}
        </li>
      ))}
    </ul>
  );
}
