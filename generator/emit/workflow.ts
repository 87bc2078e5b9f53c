import { escapeInvisible } from "../shared/escape.js";
import { render } from "./render.js";

/** Input of a workflow for a project that is a folder of its repository. */
interface WorkflowInput {
  /** Path of the project below its repository, with forward slashes. */
  readonly folder: string;
  /** Folder around the project, below its repository, in which toolwright is installed; null: the project itself. */
  readonly toolFolder: string | null;
  /** Flags of `check`: `--safe`, or none. */
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
      check: toCheckStep(checkFlags),
      folder: toYamlText(folder),
      toolFolder: toolFolder === null ? null : toYamlText(toolFolder),
      steps: isTested ? ["npm test"] : [],
    },
  });
}

/** Step of the workflow that checks the project. */
export function toCheckStep(checkFlags: string) {
  return {
    command: ["npm run check", checkFlags].filter(Boolean).join(" -- "),
    isSafe: checkFlags !== "",
  };
}

/** Text as YAML. */
function toYamlText(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}
