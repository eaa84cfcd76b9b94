import { ImportFault } from "./importer.ts";

/** What all the patterns of a dataset may take together: a second or two. */
const MOST_STEPS = 100_000_000;

/**
 * Returns what makes tests of paths from the patterns of the file `at`: `*` is any name or part of one, `**` any path; everything else
 * stands for itself. A regular expression would take time exponential in the number of stars. All the tests together throw an ImportFault
 * after 100 million steps.
 */
export function createGlobs(at: string): (pattern: string) => (path: string) => boolean {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > MOST_STEPS) throw new ImportFault(at, `its patterns take more than ${MOST_STEPS} steps`);
  };
  return (pattern) => {
    const glob = pattern.replace(/\*{2,}/g, "**");
    if (glob.includes("*")) return (path) => isMatch(glob, path, step);
    return (path) => {
      step();
      return glob === path;
    };
  };
}

/** The place in a pattern after a star, and where what the star stands for ends in the path. */
interface Star {
  readonly at: number;
  end: number;
}

/**
 * A star stands for as little as it can, and for a character more each time the rest does not match. Only the last `*` and the last
 * `**` before it need to: what follows an earlier one matches best as early as it can.
 */
function isMatch(glob: string, path: string, step: () => void): boolean {
  let [at, place] = [0, 0];
  let name: Star | undefined;
  let any: Star | undefined;
  while (at < glob.length || place < path.length) {
    step();
    const isStar = glob[at] === "*";
    if (isStar && glob[at + 1] === "*") {
      at += 2;
      [any, name] = [{ at, end: place }, undefined];
    } else if (isStar) {
      at += 1;
      name = { at, end: place };
    } else if (place < path.length && glob[at] === path[place]) {
      at += 1;
      place += 1;
    } else {
      const star: Star | undefined =
        name !== undefined && name.end < path.length && path[name.end] !== "/" ? name : any;
      if (star === undefined || star.end === path.length) return false;
      if (star === any) name = undefined;
      star.end += 1;
      [at, place] = [star.at, star.end];
    }
  }
  return true;
}
