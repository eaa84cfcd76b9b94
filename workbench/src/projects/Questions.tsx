import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { strings as ofComments } from "#strings/comments.ts";
import { strings as all } from "#strings/projects.ts";
import { projectQuery } from "../api/project.ts";
import { Panel } from "../design/Panel.tsx";
import { Time } from "../design/Time.tsx";
import { itemQuery } from "../items/item.ts";
import { asGuidelines, summarized } from "../thumbnails/item.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import styles from "./ProjectPage.module.css";
import { questionsQuery } from "./questions-query.ts";

const strings = all.questions;

const AGAIN_MS = 30_000;
const THUMBNAIL = { width: 112, height: 84 };

/** The newest open questions of a project, each with its item; nothing if there are none. */
export function Questions({ project_id }: { readonly project_id: string }) {
  const { data } = useQuery({ ...questionsQuery(project_id), refetchInterval: AGAIN_MS });
  if (data === undefined || data.threads.length === 0) return null;
  return (
    <Panel title={data.hasMore ? strings.newest(data.threads.length) : strings.title}>
      <ul className={styles.questions}>
        {data.threads.map(({ asked: { id, item_id, author, text, created_at }, replies }) => (
          <li key={id} className={styles.question}>
            <Picture id={item_id} />
            <span>
              {strings.author(author.name)} <Time at={created_at} />
              {strings.said(text)} {replies > 0 && ofComments.replies(replies)}{" "}
              <Link to="/items/$id" params={{ id: item_id }}>
                {strings.open}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The item of a question with its label, in the room that it will have. */
function Picture({ id }: { readonly id: string }) {
  const { data: item } = useQuery(itemQuery(id));
  const { data: project } = useQuery({
    ...projectQuery(item?.project_id ?? ""),
    enabled: item !== undefined,
    select: asGuidelines,
  });
  if (item === undefined)
    return <span style={{ inlineSize: THUMBNAIL.width, blockSize: THUMBNAIL.height }} />;
  return <Thumbnail item={summarized(item)} project={project} size={THUMBNAIL} />;
}
