import { parseArgs } from "node:util";
import { ApiError } from "@assay/sdk/api-error.ts";
import manifest from "../package.json" with { type: "json" };
import { type Command, ExitError, type Input, type Terminal, textOf, UsageError } from "./command.ts";
import { accountCreate } from "./commands/account-create.ts";
import { accountDelete } from "./commands/account-delete.ts";
import { accountLink } from "./commands/account-link.ts";
import { accountList } from "./commands/account-list.ts";
import { accountSetPlan } from "./commands/account-set-plan.ts";
import { agreement } from "./commands/agreement.ts";
import { api } from "./commands/api.ts";
import { backup } from "./commands/backup.ts";
import { batchCreate } from "./commands/batch-create.ts";
import { batchList } from "./commands/batch-list.ts";
import { batchShow } from "./commands/batch-show.ts";
import { batchWatch } from "./commands/batch-watch.ts";
import { certificateKeyList } from "./commands/certificate-key-list.ts";
import { certificateKeyRevoke } from "./commands/certificate-key-revoke.ts";
import { certificateKeyRotate } from "./commands/certificate-key-rotate.ts";
import { certificateRevoke } from "./commands/certificate-revoke.ts";
import { completionOf } from "./commands/completion.ts";
import { consensus } from "./commands/consensus.ts";
import { datasetCreate } from "./commands/dataset-create.ts";
import { datasetDiff } from "./commands/dataset-diff.ts";
import { datasetDownload } from "./commands/dataset-download.ts";
import { datasetList } from "./commands/dataset-list.ts";
import { datasetVersion } from "./commands/dataset-version.ts";
import { download } from "./commands/download.ts";
import { eventsTail } from "./commands/events-tail.ts";
import { exportLabels } from "./commands/export.ts";
import { goldImport } from "./commands/gold-import.ts";
import { importDataset } from "./commands/import.ts";
import { keyCreate } from "./commands/key-create.ts";
import { keyList } from "./commands/key-list.ts";
import { keyRevoke } from "./commands/key-revoke.ts";
import { label } from "./commands/label.ts";
import { logWatch } from "./commands/log-watch.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { manOf } from "./commands/man.ts";
import { masterKeyRotate } from "./commands/master-key-rotate.ts";
import { memberInvite } from "./commands/member-invite.ts";
import { memberList } from "./commands/member-list.ts";
import { migrate } from "./commands/migrate.ts";
import { plan } from "./commands/plan.ts";
import { profileList } from "./commands/profile-list.ts";
import { projectCreate } from "./commands/project-create.ts";
import { projectList } from "./commands/project-list.ts";
import { projectShow } from "./commands/project-show.ts";
import { push } from "./commands/push.ts";
import { restore } from "./commands/restore.ts";
import { storageCheck } from "./commands/storage-check.ts";
import { storageMove } from "./commands/storage-move.ts";
import { upload } from "./commands/upload.ts";
import { verify } from "./commands/verify.ts";
import { webhookReplay } from "./commands/webhook-replay.ts";
import { webhookTest } from "./commands/webhook-test.ts";
import { EVERYWHERE, helpOf, nameOf, overview } from "./help.ts";

/** Every command of `assay`. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  profileList,
  label,
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
  memberList,
  memberInvite,
  eventsTail,
  webhookTest,
  webhookReplay,
  api,
  verify,
  logWatch,
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
  agreement,
  consensus,
  plan,
  completionOf(() => COMMANDS),
  manOf(() => COMMANDS),
];
const FAILED = 1;
const MISUSED = 2;

/** Runs one command line; returns the exit code: 0 success, 1 failure, 2 invalid usage, or that of an ExitError. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.length === 0 || ["-h", "--help", "help"].includes(args[0] ?? ""))
    return show(overview(COMMANDS), terminal);
  if (["-v", "--version"].includes(args[0] ?? "")) return show(manifest.version, terminal);
  const command = COMMANDS.find(({ usage }) => startsWith(args, nameOf(usage).split(" ")));
  try {
    if (command === undefined) throw new UsageError(`unknown command ${args.slice(0, 2).join(" ")}`);
    const input = parse(command, args.slice(nameOf(command.usage).split(" ").length));
    if (input.values.help === true) return show(helpOf(command), terminal);
    const profile = textOf(input, "profile");
    const env = profile === undefined ? terminal.env : { ...terminal.env, ASSAY_PROFILE: profile };
    await command.run(input, { ...terminal, env });
    return 0;
  } catch (thrown) {
    return explain(thrown, command, terminal);
  }
}

function startsWith(args: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => args[index] === word);
}

function show(text: string, { print }: Terminal): number {
  print(text);
  return 0;
}

function parse(command: Command, args: readonly string[]): Input {
  try {
    const options = { ...command.options, ...EVERYWHERE } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new UsageError(optionFault(cause instanceof Error ? cause.message : String(cause)), { cause });
  }
}

/** Node's message without its advice on a notation that no command needs. */
function optionFault(message: string): string {
  const [, name] = /'((?:-\w, )?-[^' ]+)/.exec(message) ?? [];
  if (name === undefined) return message;
  if (message.startsWith("Unknown option")) return `unknown option ${name}`;
  return message.includes("does not take") ? `${name} takes no value` : `${name} needs a value`;
}

function explain(thrown: unknown, command: Command | undefined, { note }: Terminal): number {
  if (thrown instanceof UsageError) {
    note(`${thrown.message}\nSee: assay ${command === undefined ? "" : `${nameOf(command.usage)} `}--help`);
    return MISUSED;
  }
  if (thrown instanceof ExitError) {
    note(thrown.message);
    return thrown.exitCode;
  }
  const id = thrown instanceof ApiError && thrown.requestId !== null ? ` (request ${thrown.requestId})` : "";
  const cause =
    thrown instanceof TypeError && thrown.cause instanceof Error ? `: ${thrown.cause.message}` : "";
  note(thrown instanceof Error ? `${thrown.message}${cause}${id}` : String(thrown));
  return FAILED;
}
