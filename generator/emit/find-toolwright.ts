import { render } from "./render.js";

/**
 * The script `find-toolwright` of a package: ends with 1 and one line where no toolwright is installed
 * that its other scripts could run. None is fetched by its name: whoever holds that in a registry would
 * run code on each machine that has such a script, and only its reader knows where theirs came from.
 */
export function findToolwright(): string {
  return render({ template: "find-toolwright", data: {} }).trimEnd();
}

/** The script that runs a command where toolwright may not be among the dependencies of the package. */
export const foundFirst = (command: string) =>
  `npm run --silent find-toolwright && toolwright ${command}`;
