import { strings } from "#strings/editors/labels.ts";
import styles from "./Controls.module.css";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/**
 * The labels of the objects of an answer that is only shown, and how many objects have each. Nothing if it would only repeat the list of
 * objects, or if objects have a color each.
 */
export function Legend<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  const counts = new Map<string, number>();
  for (const { object } of session.objects.values())
    counts.set(object.label, (counts.get(object.label) ?? 0) + 1);
  if (session.kind.areInstances === true || counts.size === session.objects.size) return null;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets
    <ul role="list" className={styles.legend} aria-label={strings.labels}>
      {[...counts].map(([label, count]) => (
        <li key={label}>
          <span className={styles.swatch} style={{ background: session.colorOf(label) }} />
          {label} <span className={styles.quiet}>{count}</span>
        </li>
      ))}
    </ul>
  );
}
