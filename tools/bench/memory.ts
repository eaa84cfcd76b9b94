import { readdir, readFile, writeFile } from "node:fs/promises";

const KIB = 1024;
const MIB = 1024 * KIB;

/** MiB of physical memory of a process, including shared pages. */
export async function residentMiB(pid: number): Promise<number> {
  return statusMiB(pid, "VmRSS");
}

/** The most that `residentMiB` has been since the last `resetPeak`. */
export async function peakMiB(pid: number): Promise<number> {
  return statusMiB(pid, "VmHWM");
}

/** Source: Linux, Documentation/filesystems/proc.rst: 5 in clear_refs resets the peak to what it is now. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
}

/**
 * MiB of a process and its children; a page shared by n processes counts 1/n in each, so shared buffers count
 * once.
 */
export async function proportionalMiB(pid: number): Promise<number> {
  const pids = [pid, ...(await childrenOf(pid))];
  const sizes = await Promise.all(
    pids.map((each) =>
      fieldBytes(`/proc/${each}/smaps_rollup`, "Pss").catch((fault: NodeJS.ErrnoException) => {
        if (fault.code === "ESRCH" || fault.code === "ENOENT") return 0; // it ended meanwhile
        throw fault;
      }),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / MIB;
}

async function statusMiB(pid: number, field: string): Promise<number> {
  return (await fieldBytes(`/proc/${pid}/status`, field)) / MIB;
}

async function fieldBytes(file: string, field: string): Promise<number> {
  const text = await readFile(file, "utf8");
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text)?.[1];
  if (kib === undefined) throw new Error(`${file} tells no ${field}`);
  return Number(kib) * KIB;
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(
    pids.map(async (each) => {
      // A process that ends meanwhile has no file any more.
      const stat = await readFile(`/proc/${each}/stat`, "utf8").catch(() => "");
      return Number(/\) \S (\d+)/.exec(stat)?.[1]);
    }),
  );
  return pids.filter((_each, index) => parents[index] === pid);
}
