import { escapeInvisible } from "../shared/escape.js";
import { render } from "./render.js";

/** Input of a workflow for a project that is a folder of its repository. */
interface WorkflowInput {
  /** Path of the project below its repository, with forward slashes. */
  readonly folder: string;
  /** Folder around the project, below its repository, in which toolwright is installed; null: the project itself. */
  readonly toolFolder: string | null;
  /** Flags of `check`, quoted for a shell. */
  readonly checkFlags: string;
  /** True if the project has tests. */
  readonly isTested: boolean;
}

/** Writes the workflow of a project that is a folder of its repository. */
export function writeWorkflow({
  checkFlags,
  folder,
  isTested,
  toolFolder,
}: WorkflowInput): string {
  return render({
    template: "mcp.yml",
    data: {
      check: toCheckCommand(checkFlags),
      folder: escapeInvisible(JSON.stringify(folder)),
      toolFolder:
        toolFolder === null
          ? null
          : escapeInvisible(JSON.stringify(toolFolder)),
      has: { testing: isTested },
    },
  });
}

/** Command of the CI workflow as YAML. Flags that GitHub would read as an expression (`${{`) are left to a person. */
export function toCheckCommand(checkFlags: string): string {
  if (checkFlags === "" || checkFlags.includes("${{")) return "npm run check";
  const checkCommand = `npm run check -- ${checkFlags}`;
  return /^[\w./@%+,= -]+$/.test(checkCommand)
    ? checkCommand
    : escapeInvisible(JSON.stringify(checkCommand));
}
