import { visible } from "../text.js";

/**
 * Text for a terminal or the log of a CI, all of it: documents, paths and diffs hold text of others.
 * Line ends and colours stay, the latter where they are wanted; what else can't be seen is escaped,
 * and so is what GitHub's and Azure's runners take for a command, in a way that leaves JSON the same.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function shown(text: string, colours: boolean): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .split(/(\u001b\[\d+m)/)
        .map((part, at) => (at % 2 === 1 && colours ? part : visible(part)))
        .join("")
        .replace(/^(\s*):(?=:)/, "$1\\u003a")
        .replaceAll("##[", "\\u0023#["),
    )
    .join("\n");
}
