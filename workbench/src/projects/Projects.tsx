import { useSuspenseQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import styles from "./Projects.module.css";

/** All projects, newest first. */
export function Projects() {
  const { data } = useSuspenseQuery({
    queryKey: ["projects"],
    queryFn: async () => (await api.GET("/v1/projects", { params: { query: { limit: 100 } } })).data,
  });
  return (
    <>
      <h1>Projects</h1>
      <ul className={styles.list}>
        {data.data.map((project) => (
          <li key={project.id} className={styles.card}>
            <h2>{project.name}</h2>
            <p>{project.annotation_type.replaceAll("_", " ")}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
