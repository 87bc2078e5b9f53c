import { formatOnce } from "../emit/format.js";
import { componentPath, indexFile } from "../emit/files.js";
import { inOrder } from "../emit/imports.js";
import type { PlannedServer } from "../emit/planned-files.js";
import { render } from "../emit/render.js";
import { folderOf } from "../config/source-name.js";
import { filled } from "../shared/json.js";
import type { Cache } from "../project/cache.js";
import type { RenderedFile } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { typesOf } from "./handler.js";
import type { PlannedWorkflow } from "./plan.js";

/** A module for each workflow, and their list. `contracts`: of the modules that they call, by path. */
export async function workflowFiles(
  { features, workflows }: Pick<PlannedServer, "features" | "workflows">,
  contracts: ReadonlyMap<string, string>,
  cache?: Cache,
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
      text: await formatOnce(path, text, cache),
      contract: digest(used.map((one) => contracts.get(one)).join(), 12),
    });
  }
  return files;
}

function viewOf(workflow: PlannedWorkflow, hasScopes: boolean) {
  const { annotations, handler, name, title, uses } = workflow;
  const { declared, sources, steps } = handler;
  const failures = steps.flatMap(({ onFailure }) => onFailure);
  const core = ["CallError"];
  if (steps.some(({ refuses }) => refuses)) core.push("UpstreamError");
  if (declared.length > 0) core.push("type Answer");
  const imports = [
    { clause: "{ defineTool }", from: "../runtime/features/custom/define.js" },
    { clause: `{ ${core.join(", ")} }`, from: "../runtime/index.js" },
  ];
  if (failures.some(({ code }) => code.startsWith("await ")))
    imports.push({ clause: "{ setTimeout }", from: "node:timers/promises" });
  for (const [one, clause] of uses) {
    const from = componentPath(one).replace(/^src\/(.*)\.ts$/, "../$1.js");
    imports.push({ clause, from });
  }
  for (const source of sources) {
    const as = typesOf(source);
    const types = source === null ? as : `operations as ${as}`;
    const from = `../${folderOf(source).slice("src/".length)}api.js`;
    imports.push({ clause: `type { ${types} }`, from });
  }
  return {
    ...workflow,
    imports: inOrder(imports),
    head: { name, title },
    more: filled({ annotations, arguments: workflow.arguments }),
    // Whoever calls it needs what its operations ask of their callers.
    scopes: hasScopes ? [...uses.values()].join(", ") : "",
    given: `call, progress${failures.length > 0 ? ", signal" : ""}`,
  };
}
