/** The writes that the service has acknowledged, and so must have stored. */
export interface Ledger {
  /** Names by project. */
  readonly projects: Map<string, string>;
  /** Names that projects were given later on. */
  readonly renamings: { readonly project_id: string; readonly name: string }[];
  /** Of each upload the SHA-256 of its files, in order. */
  readonly uploads: Map<string, readonly string[]>;
  readonly batches: Map<string, LedgerBatch>;
  readonly answers: Answer[];
  /** By task, for tasks that are still claimed. */
  readonly drafts: Map<string, unknown>;
}

export interface LedgerBatch {
  readonly project_id: string;
  readonly upload_id: string;
  readonly name: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The last state that was seen, and its round. */
  status: string;
  round: number;
  isDeleted: boolean;
}

/** An answer as the service gave it back. */
export interface Answer {
  readonly id: string;
  readonly task_id: string | null;
  readonly item_id: string;
  readonly batch_id: string;
  readonly kind: string;
  readonly round: number;
  readonly client_id: string | null;
  readonly result: unknown;
}

export function createLedger(): Ledger {
  return {
    projects: new Map(),
    renamings: [],
    uploads: new Map(),
    batches: new Map(),
    answers: [],
    drafts: new Map(),
  };
}
