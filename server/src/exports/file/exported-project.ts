import type { ExportContext } from "@assay/domain/formats/format.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { ProjectRow } from "../../projects/store.ts";

/** What formats need of a project. */
export function exportedProject(
  { id, name, labels, type_options }: Pick<ProjectRow, "id" | "name" | "labels" | "type_options">,
  type: AnnotationType,
): ExportContext["project"] {
  const relation_types = labels.filter(({ relation }) => relation !== undefined).map((label) => label.name);
  return {
    ...{ id, name, annotation_type: type.name, type_options },
    ...(relation_types.length === 0 ? {} : { relation_types }),
  };
}
