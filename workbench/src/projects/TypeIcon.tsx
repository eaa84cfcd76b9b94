import styles from "./Projects.module.css";

/** Lines on a field of 24 × 24, by annotation type. */
const LINES: Readonly<Record<string, string>> = {
  audio_segmentation: "M3 12v1M6 8v8M9 5v14M12 9v6M15 6v12M18 9v6M21 12v1",
  image_classification: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M16 9h.01",
  keypoint: "M12 5v6M12 11l-6 3M12 11l6 3M12 11v6M12 4v.01M5 15v.01M19 15v.01M12 19v.01",
  multilabel_classification: "M4 7l2 2 3-4M12 7h8M4 16l2 2 3-4M12 16h8",
  named_entity_recognition: "M3 6h18M3 18h12M3 12h4M17 12h4M9 9h6v6H9z",
  object_detection: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z",
  polygon: "M12 3l8 6-3 11H7L4 9z",
  ranking: "M4 20v-6h5v6M9 20V5h6v15M15 20v-9h5v9M3 20h18",
  rating: "M12 3l2.6 5.9 6.4.6-4.8 4.3 1.4 6.2L12 16.8 6.4 20l1.4-6.2L3 9.5l6.4-.6z",
  semantic_segmentation: "M4 4h16v16H4zM4 14c4-5 6 2 9-2s4-3 7-2M12 4c0 3 3 3 3 6",
  text_classification: "M4 6h16M4 11h16M4 16h7M15 18l2 2 4-5",
  text_generation: "M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5",
  transcription: "M9 5a3 3 0 016 0v6a3 3 0 01-6 0zM5 11a7 7 0 0014 0M12 18v3",
};

/** A drawing of an annotation type; the text beside it names the type. */
export function TypeIcon({ type }: { readonly type: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={LINES[type] ?? "M4 4h16v16H4z"} />
    </svg>
  );
}
