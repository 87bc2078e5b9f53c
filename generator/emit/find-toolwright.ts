import { render } from "./render.js";

/**
 * The npm script `find-toolwright` of a project: ends with 1 and one line if no toolwright is installed
 * that the other scripts could run. It fetches none by name: whoever holds that name in a registry would
 * run code on each machine that has the script, and only the reader knows where their toolwright came from.
 */
export function writeFindScript(): string {
  return render({ template: "find-toolwright", data: {} }).trimEnd();
}

/** An npm script that runs a command of toolwright, which may not be among the project's dependencies. */
export const prependFindScript = (command: string) =>
  `npm run --silent find-toolwright && toolwright ${command}`;
