import type { Command } from "./command.ts";
import { accountCreate } from "./commands/account-create.ts";
import { accountDelete } from "./commands/account-delete.ts";
import { accountLink } from "./commands/account-link.ts";
import { accountList } from "./commands/account-list.ts";
import { accountSetPlan } from "./commands/account-set-plan.ts";
import { backup } from "./commands/backup.ts";
import { certificateKeyList } from "./commands/certificate-key-list.ts";
import { certificateKeyRevoke } from "./commands/certificate-key-revoke.ts";
import { certificateKeyRotate } from "./commands/certificate-key-rotate.ts";
import { certificateRevoke } from "./commands/certificate-revoke.ts";
import { keyCreate } from "./commands/key-create.ts";
import { keyList } from "./commands/key-list.ts";
import { keyRevoke } from "./commands/key-revoke.ts";
import { label } from "./commands/label.ts";
import { masterKeyRotate } from "./commands/master-key-rotate.ts";
import { migrate } from "./commands/migrate.ts";
import { restore } from "./commands/restore.ts";
import { storageCheck } from "./commands/storage-check.ts";
import { storageMove } from "./commands/storage-move.ts";

/** Commands that need the service itself, its database or its files. */
export const OPERATOR_COMMANDS: readonly Command[] = [
  label,
  accountCreate,
  accountList,
  accountLink,
  accountSetPlan,
  accountDelete,
  keyCreate,
  keyList,
  keyRevoke,
  certificateRevoke,
  certificateKeyList,
  certificateKeyRotate,
  certificateKeyRevoke,
  masterKeyRotate,
  migrate,
  backup,
  restore,
  storageCheck,
  storageMove,
];
