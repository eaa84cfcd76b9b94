import type { Command, Option } from "./command.ts";
import { EVERYWHERE, nameOf } from "./help.ts";

/** The shells that `assay completion` knows. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** A script that completes commands and options in a shell, and names of files elsewhere. */
export function completionFor(shell: (typeof SHELLS)[number], commands: readonly Command[]): string {
  if (shell === "bash") return bash(commands);
  return shell === "zsh" ? zsh(commands) : fish(commands);
}

/** The words after which a command is known, the words that may come next, and what they do. */
interface Step {
  readonly before: string;
  readonly word: string;
  readonly summary: string;
}

function stepsOf(commands: readonly Command[]): Step[] {
  const steps = new Map<string, Step>();
  for (const { usage, summary } of commands) {
    const words = nameOf(usage).split(" ");
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(" ");
      const isLast = index === words.length - 1;
      if (isLast || !steps.has(`${before} ${word}`))
        steps.set(`${before} ${word}`, { before, word, summary: isLast ? summary : `Commands for ${word}` });
    }
  }
  return [...steps.values()];
}

function flagsOf({ options }: Command): string[] {
  return [...Object.keys(options), ...Object.keys(EVERYWHERE)].map((name) => `--${name}`);
}

/** The words that can follow others: of a command its options. */
function followers(commands: readonly Command[]): Map<string, string[]> {
  const words = Map.groupBy(stepsOf(commands), ({ before }) => before);
  const following = new Map([...words].map(([before, steps]) => [before, steps.map(({ word }) => word)]));
  for (const command of commands) {
    const name = nameOf(command.usage);
    following.set(name, [...(following.get(name) ?? []), ...flagsOf(command)]);
  }
  return following;
}

function bash(commands: readonly Command[]): string {
  const cases = [...followers(commands)].map(
    ([before, words]) => `    "${before}") words="${words.join(" ")}" ;;`,
  );
  return `# bash completion of assay: eval "$(assay completion bash)"
_assay() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* || $word == *[A-Z/.=]* ]] && break
    path="\${path:+$path }$word"
    [[ $path == *" "*" "* ]] && break
  done
  _assay_words "$path"
  [[ -z $words && $path == *" "* ]] && _assay_words "\${path% *}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_assay_words() {
  case "$1" in
${cases.join("\n")}
  esac
}
complete -o default -F _assay assay`;
}

function zsh(commands: readonly Command[]): string {
  return `#compdef assay
# zsh completion of assay: eval "$(assay completion zsh)"
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: readonly Command[]): string {
  const steps = stepsOf(commands).map(
    ({ before, word, summary }) =>
      `complete -c assay -f -n '__assay_after "${before}"' -a ${word} -d ${quoted(summary)}`,
  );
  const flags = commands.flatMap((command) => {
    const place = `complete -c assay -n '__assay_in "${nameOf(command.usage)}"'`;
    return Object.entries(command.options).map(([name, option]) => `${place} ${fishOption(name, option)}`);
  });
  return `# fish completion of assay: assay completion fish | source
function __assay_after
  set -l words (commandline -opc)[2..-1]
  test "$words" = "$argv[1]"
end
function __assay_in
  string match -q -- "$argv[1]*" (string join " " -- (commandline -opc)[2..-1])
end
${Object.entries(EVERYWHERE)
  .map(([name, option]) => `complete -c assay ${fishOption(name, option)}`)
  .join("\n")}
${[...steps, ...flags].join("\n")}`;
}

function fishOption(name: string, { short, type, help }: Option): string {
  const names = [
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(type === "string" ? ["-r"] : []),
  ];
  return `${names.join(" ")} -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
