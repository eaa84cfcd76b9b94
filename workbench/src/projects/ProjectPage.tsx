import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useRouteContext, useSearch } from "@tanstack/react-router";
import { type ReactNode, startTransition, useState } from "react";
import { typeName } from "#strings/annotation-types.ts";
import { strings as all } from "#strings/projects.ts";
import { useLive } from "../api/live.ts";
import { projectQuery } from "../api/project.ts";
import { useMay } from "../api/use-may.ts";
import { Datasets } from "../datasets/Datasets.tsx";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { ButtonAnchor, ButtonLink } from "../design/ButtonLink.tsx";
import { Locked } from "../design/Locked.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Tabs } from "../design/Tabs.tsx";
import { canonicalName } from "../editors/names.ts";
import { blockersQuery, firstToJudge } from "../quality/blockers-query.ts";
import { ProjectConfusion } from "../quality/ProjectConfusion.tsx";
import { useCanAnnotate } from "../work/use-can-work.ts";
import { AddData } from "./AddData.tsx";
import { GuidelinesTab } from "./GuidelinesTab.tsx";
import { ProjectOverview } from "./ProjectOverview.tsx";
import styles from "./ProjectPage.module.css";
import { ProjectSettings } from "./ProjectSettings.tsx";

const strings = all.page;

/** Whether items have one label each: of others, no labels are compared. */
function hasOneLabel(annotation_type: string): boolean {
  return ["image_classification", "text_classification"].includes(canonicalName(annotation_type) ?? "");
}

function locked(content: ReactNode): ReactNode {
  return <Locked scope="projects:write">{content}</Locked>;
}

/** A project: its progress, batches, datasets, guidelines and settings. */
export function ProjectPage() {
  const { id } = useParams({ from: "/inside/projects/$id" });
  const { tab = "overview" } = useSearch({ from: "/inside/projects/$id" });
  const navigate = useNavigate({ from: "/projects/$id" });
  const { data: project } = useSuspenseQuery(projectQuery(id));
  const [isAdding, setAdding] = useState(false);
  const add = () => startTransition(() => setAdding(true)); // the page stays while the dialog loads
  useLive(["projects", id, "progress"]);
  const isLabeled = project.status === "active" && project.batch_count > 0;
  const canAnnotate = useCanAnnotate("project_id", id, isLabeled);
  const canAdd = useMay("batches:write");
  const { person } = useRouteContext({ from: "/inside" });
  const { data: blockers = [] } = useQuery(blockersQuery(id));
  const isJudgedFirst = firstToJudge(blockers, person.member_id) !== undefined; // its button is the primary one

  const settings = () => locked(<ProjectSettings project={project} />);
  return (
    <div className={styles.page}>
      <PageHead
        title={project.name}
        trail={[
          <Link key="projects" to="/projects">
            {all.list.title}
          </Link>,
        ]}
        badge={
          project.status !== "active" && (
            <Badge tone={project.status === "paused" ? "warn" : "plain"}>{project.status}</Badge>
          )
        }
        detail={
          <>
            {project.description !== null && <p>{project.description}</p>}
            <p>
              {strings.detail(
                typeName(project.annotation_type),
                project.quality_level === "none" ? strings.noLevel : all.list.level(project.quality_level),
                project.export_format,
              )}
            </p>
          </>
        }
      >
        <ButtonLink to="/items" search={{ project: id }}>
          {strings.items}
        </ButtonLink>
        {canAdd && (
          <Button look={isLabeled ? "plain" : "primary"} onPress={add}>
            {strings.addData}
          </Button>
        )}
        {canAnnotate && (
          <ButtonAnchor
            look={isJudgedFirst ? "plain" : "primary"}
            href={`/work?project=${id}&kinds=annotate`}
          >
            {strings.annotate}
          </ButtonAnchor>
        )}
      </PageHead>
      <Tabs
        label={strings.tabs}
        selected={tab}
        onSelect={(next) =>
          void navigate({ search: next === "overview" ? {} : { tab: next }, replace: true })
        }
        tabs={[
          {
            id: "overview",
            title: strings.overview,
            content: () => <ProjectOverview project={project} onAdd={canAdd ? add : undefined} />,
          },
          ...(hasOneLabel(project.annotation_type) || tab === "confusion"
            ? [
                {
                  id: "confusion" as const,
                  title: strings.confusion,
                  content: () => <ProjectConfusion project_id={project.id} />,
                },
              ]
            : []),
          { id: "datasets", title: strings.datasets, content: () => <Datasets project={project} /> },
          // a new version resets the editor
          {
            id: "guidelines",
            title: strings.guidelines,
            content: () => locked(<GuidelinesTab project={project} />),
          },
          { id: "settings", title: strings.settings, content: settings },
        ]}
      />
      {isAdding && <AddData project={project} onClose={() => setAdding(false)} />}
    </div>
  );
}
