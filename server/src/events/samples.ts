import type { EventType } from "@assay/domain/event-types.ts";
import type { Event } from "./emit.ts";

const BATCH = { batch_id: "batch_00000000000000000000000000", project_id: "proj_00000000000000000000000000" };
const MEMBER = "mem_00000000000000000000000000";
const COMMENT = {
  comment_id: "cmt_00000000000000000000000000",
  thread_id: "cmt_00000000000000000000000000",
  ...BATCH,
  item_id: "item_00000000000000000000000000",
  annotation_id: null,
};

/** Sample data of an event of the type, about a batch, a project and a comment that do not exist. */
export function sampleData(type: EventType, now: Date): Event["data"] {
  const time = now.toISOString();
  switch (type) {
    case "batch.created":
      return { ...BATCH, status: "created", name: "Sample", file_count: 1_200, round: 1 };
    case "batch.processing":
      return { ...BATCH, status: "processing", file_count: 1_200, round: 1, started_at: time, reason: null };
    case "batch.completed": {
      const counts = { file_count: 1_200, annotation_count: 3_600 };
      return { ...BATCH, status: "completed", ...counts, round: 1, completed_at: time };
    }
    case "batch.certified":
      return {
        ...BATCH,
        quality_score: 97,
        certification_level: "elite",
        file_count: 1_200,
        download_url: `https://api.example.com/v1/batches/${BATCH.batch_id}/download`,
      };
    case "batch.failed":
      return {
        ...BATCH,
        status: "failed",
        file_count: 1_200,
        quality_score: 88,
        required_quality_score: 95,
        round: 1,
        reasons: [{ code: "quality", message: "The sample fell short of the required score", count: 37 }],
        failed_at: time,
      };
    case "project.updated":
      return {
        project_id: BATCH.project_id,
        changed_fields: ["quality_level"],
        previous: { quality_level: "standard" },
        project: { id: BATCH.project_id, name: "Sample", quality_level: "high" },
      };
    case "comment.created":
      return { ...COMMENT, author_id: MEMBER, commented_at: time };
    case "comment.resolved":
      return { ...COMMENT, resolved_by: MEMBER, resolved_at: time };
    case "annotator.qualified": {
      const run = { basis: "training", attempt: 1, items: 10, right: 9 };
      const { project_id } = BATCH;
      return { project_id, member_id: MEMBER, external_id: "rater-7", ...run, qualified_at: time };
    }
  }
}
