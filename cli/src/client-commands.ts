import type { Command } from "./command.ts";
import { agreement } from "./commands/agreement.ts";
import { api } from "./commands/api.ts";
import { batchCreate } from "./commands/batch-create.ts";
import { batchList } from "./commands/batch-list.ts";
import { batchShow } from "./commands/batch-show.ts";
import { batchWatch } from "./commands/batch-watch.ts";
import { consensus } from "./commands/consensus.ts";
import { datasetCreate } from "./commands/dataset-create.ts";
import { datasetDiff } from "./commands/dataset-diff.ts";
import { datasetDownload } from "./commands/dataset-download.ts";
import { datasetList } from "./commands/dataset-list.ts";
import { datasetPush } from "./commands/dataset-push.ts";
import { datasetVersion } from "./commands/dataset-version.ts";
import { download } from "./commands/download.ts";
import { eventsTail } from "./commands/events-tail.ts";
import { exportLabels } from "./commands/export.ts";
import { gate } from "./commands/gate.ts";
import { goldImport } from "./commands/gold-import.ts";
import { importDataset } from "./commands/import.ts";
import { logWatch } from "./commands/log-watch.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { mcp } from "./commands/mcp.ts";
import { memberInvite } from "./commands/member-invite.ts";
import { memberList } from "./commands/member-list.ts";
import { plan } from "./commands/plan.ts";
import { profileList } from "./commands/profile-list.ts";
import { projectCreate } from "./commands/project-create.ts";
import { projectList } from "./commands/project-list.ts";
import { projectShow } from "./commands/project-show.ts";
import { push } from "./commands/push.ts";
import { threshold } from "./commands/threshold.ts";
import { upload } from "./commands/upload.ts";
import { verify } from "./commands/verify.ts";
import { webhookListen } from "./commands/webhook-listen.ts";
import { webhookReplay } from "./commands/webhook-replay.ts";
import { webhookTest } from "./commands/webhook-test.ts";

/** Commands that talk to the API or work on files: those of the package. */
export const CLIENT_COMMANDS: readonly Command[] = [
  login,
  logout,
  profileList,
  push,
  upload,
  importDataset,
  projectList,
  projectShow,
  projectCreate,
  batchCreate,
  batchList,
  batchShow,
  batchWatch,
  goldImport,
  download,
  exportLabels,
  datasetList,
  datasetCreate,
  datasetVersion,
  datasetDownload,
  datasetDiff,
  datasetPush,
  memberList,
  memberInvite,
  eventsTail,
  webhookListen,
  webhookTest,
  webhookReplay,
  api,
  verify,
  logWatch,
  agreement,
  consensus,
  plan,
  threshold,
  gate,
  mcp,
];
