import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { strings as all } from "#strings/datasets.ts";
import type { Project } from "../api/project.ts";
import { useMay } from "../api/use-may.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import styles from "./DatasetPage.module.css";
import { datasetsQuery } from "./dataset.ts";
import { NewDataset } from "./NewDataset.tsx";

const strings = all.list;

/** The datasets of a project, newest first. */
export function Datasets({ project }: { readonly project: Project }) {
  const [isCreating, setCreating] = useState(false);
  const canChange = useMay("batches:write");
  const query = useQuery(datasetsQuery(project.id));
  const { data, error } = query;
  if (data === undefined || error !== null) return <FetchState query={query} />;
  const create = canChange && (
    <Button look="primary" onPress={() => setCreating(true)}>
      {strings.create}
    </Button>
  );
  return (
    <div className={styles.parts}>
      {data.length === 0 ? (
        <EmptyState title={strings.none} action={create}>
          {strings.noneHelp}
        </EmptyState>
      ) : (
        <>
          <div className={styles.main}>{create}</div>
          <Table
            caption={strings.caption}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: strings.name,
                cell: ({ id, name }) => (
                  <Link to="/datasets/$id" params={{ id }}>
                    {name}
                  </Link>
                ),
              },
              { title: strings.versions, cell: ({ last_version }) => last_version, isNumber: true },
              { title: strings.created, cell: ({ created_at }) => <Time at={created_at} /> },
            ]}
          />
        </>
      )}
      {isCreating && <NewDataset project_id={project.id} onClose={() => setCreating(false)} />}
    </div>
  );
}
