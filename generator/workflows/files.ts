import { formatAs } from "../emit/format.js";
import { componentPath, indexFile } from "../emit/files.js";
import { inOrder } from "../emit/imports.js";
import type { PlannedServer } from "../emit/planned.js";
import { render } from "../emit/render.js";
import { folderOf } from "../config/source-name.js";
import { filled } from "../json.js";
import type { RenderedFile } from "../output/outcome.js";
import { digest } from "../text.js";
import { typesOf } from "./handler.js";
import type { PlannedWorkflow } from "./plan.js";

/** A module for each workflow, and their list. `contracts`: of the modules that they call, by path. */
export async function workflowFiles(
  { features, workflows }: Pick<PlannedServer, "features" | "workflows">,
  contracts: ReadonlyMap<string, string>,
): Promise<RenderedFile[]> {
  if (workflows.length === 0) return [];
  const list = indexFile("src/workflows", workflows);
  const files: RenderedFile[] = [
    { path: list.path, text: render(list), editable: true },
  ];
  for (const workflow of workflows) {
    const { path } = workflow;
    const data = viewOf(workflow, features.includes("scopes"));
    const text = render({ template: "workflow.ts", data });
    const used = [...workflow.uses.keys()].map(componentPath);
    files.push({
      path,
      editable: true,
      key: `workflow ${workflow.id}`,
      text: await formatAs(path, text, {}),
      contract: digest(used.map((one) => contracts.get(one)).join(), 12),
    });
  }
  return files;
}

function viewOf(workflow: PlannedWorkflow, hasScopes: boolean) {
  const { annotations, description, handler, id, name, title, uses } = workflow;
  const { declared, sources, steps } = handler;
  const core = [
    "CallError",
    ...(steps.some(({ refuses }) => refuses) ? ["UpstreamError"] : []),
    ...(declared.length > 0 ? ["type Answer"] : []),
  ];
  const failures = steps.flatMap(({ onFailure }) => onFailure);
  const waits = failures.some(({ code }) => code.startsWith("await "));
  const timers = { clause: "{ setTimeout }", from: "node:timers/promises" };
  const custom = "../runtime/features/custom/define.js";
  return {
    description,
    handler,
    id,
    name,
    imports: inOrder([
      { clause: "{ defineTool }", from: custom },
      { clause: `{ ${core.join(", ")} }`, from: "../runtime/index.js" },
      ...(waits ? [timers] : []),
      ...[...uses].map(([one, clause]) => ({
        clause,
        from: componentPath(one).replace(/^src\/(.*)\.ts$/, "../$1.js"),
      })),
      ...[...sources].map((source) => {
        const as = typesOf(source);
        const name = source === null ? as : `operations as ${as}`;
        const folder = folderOf(source).slice("src/".length);
        return { clause: `type { ${name} }`, from: `../${folder}api.js` };
      }),
    ]),
    head: { name, title },
    more: filled({ annotations, arguments: workflow.arguments }),
    // Whoever calls it needs what its operations ask of their callers.
    scopes: hasScopes ? [...uses.values()].join(", ") : "",
    given: `call, progress${failures.length > 0 ? ", signal" : ""}`,
  };
}
