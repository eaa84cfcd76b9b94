import { useQuery } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { strings } from "#strings/comments.ts";
import { projectQuery } from "../api/project.ts";
import { useWidth } from "../design/use-width.ts";
import { AnswerView } from "../editors/answer/AnswerView.tsx";
import { itemQuery } from "../items/item.ts";
import { asGuidelines, nameOf } from "../thumbnails/item.ts";
import styles from "./Inbox.module.css";

/** The item of the question that one is reading, with its label, where the screen has room for it. */
export function Chosen({ item_id = "" }: { readonly item_id: string | undefined }) {
  const place = useRef<HTMLElement>(null);
  const hasRoom = useWidth(place) > 0;
  const { data: item } = useQuery({ ...itemQuery(item_id), enabled: hasRoom && item_id !== "" });
  const { data: project } = useQuery({
    ...projectQuery(item?.project_id ?? ""),
    enabled: item !== undefined,
  });
  return (
    <section ref={place} className={styles.chosen} aria-label={strings.inbox.chosen}>
      {item !== undefined && project !== undefined && (
        <>
          <h2>{nameOf(item)}</h2>
          <Suspense>
            <AnswerView
              item={item}
              project={asGuidelines(project)}
              result={item.label}
              fields={item.fields}
            />
          </Suspense>
        </>
      )}
    </section>
  );
}
