import { ServiceError } from "@assay/domain/errors.ts";
import { mayAnnotate, worksIn } from "@assay/domain/member.ts";
import type { Deps } from "../deps.ts";
import { type Actor, actingMember, prospectiveMember } from "../members/acting.ts";
import type { ProjectRow } from "../projects/store.ts";
import { createLineFaults, MAX_FAULTS } from "./faults.ts";
import { ANSWER_LINE } from "./line.ts";
import type { ImportOptions } from "./schemas.ts";
import { type LineSource, readLines } from "./source.ts";

/** The member an answer counts for, or why there is none. */
export type Annotators = ReadonlyMap<
  string | undefined,
  { readonly member_id: string; readonly is_model: boolean } | { readonly fault: string }
>;

interface Import {
  readonly caller: Actor;
  readonly project: Pick<ProjectRow, "id" | "groups">;
  readonly source: LineSource;
  readonly isDryRun: boolean;
  readonly options: ImportOptions;
}

/**
 * The annotators named by the lines, each found or created once (see `actingMember`), before the transaction
 * that stores the answers, so that it does not block other members. Members stay even if the import is
 * refused; a dry run creates none.
 */
export async function findAnnotators(deps: Deps, sent: Import): Promise<Annotators> {
  const names = new Set<string | undefined>();
  // The real reading reports faulty lines.
  for await (const lines of readLines(sent.source, ANSWER_LINE, createLineFaults(sent.options.skipsFaults))) {
    for (const { annotator } of lines) names.add(annotator);
  }
  const annotators = new Map();
  let faults = 0;
  for (const name of names) {
    const found = await findAnnotator(deps, sent, name);
    annotators.set(name, found);
    faults += Number("fault" in found);
    if (faults === MAX_FAULTS && !sent.options.skipsFaults) break; // the import is refused, and names no more of them
  }
  return annotators;
}

async function findAnnotator(deps: Deps, { caller, project, isDryRun }: Import, name: string | undefined) {
  try {
    const { id, role, is_model, may_annotate, ...belonging } = isDryRun
      ? await prospectiveMember(deps.db, caller, name, { role: "annotator" })
      : await actingMember(deps, caller, name, { role: "annotator" });
    const who = name ?? "the member of this key";
    if (!mayAnnotate(role)) return { fault: `${who} has the role ${role}, which may not annotate` };
    if (!may_annotate) return { fault: `the model ${who} may not annotate; send predictions` };
    return worksIn(belonging, project)
      ? { member_id: id, is_model }
      : { fault: `${who} does not belong to the project` };
  } catch (fault) {
    if (fault instanceof ServiceError) return { fault: fault.message };
    throw fault;
  }
}
