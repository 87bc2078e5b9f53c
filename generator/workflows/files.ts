import { formatCached } from "../emit/format.js";
import { toComponentPath, planIndexFile } from "../emit/files.js";
import { sortImports } from "../emit/imports.js";
import type { PlannedServer } from "../emit/planned-files.js";
import { render } from "../emit/render.js";
import { moduleFolderOf } from "../config/source-name.js";
import { omitEmpty } from "../shared/json.js";
import type { Cache } from "../project/cache.js";
import type { RenderedFile } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { operationsTypeOf } from "./handler.js";
import type { PlannedWorkflow } from "./plan.js";

/** Renders a module for each workflow, and their index. `contracts`: digests of the arguments of the modules that they call, by path. */
export async function renderWorkflowFiles(
  { features, workflows }: Pick<PlannedServer, "features" | "workflows">,
  contracts: ReadonlyMap<string, string>,
  cache?: Cache,
): Promise<RenderedFile[]> {
  if (workflows.length === 0) return [];
  const indexFile = planIndexFile("src/workflows", workflows);
  const files: RenderedFile[] = [
    { path: indexFile.path, text: render(indexFile), editable: true },
  ];
  for (const workflow of workflows) {
    const { path } = workflow;
    const data = viewWorkflow(workflow, features.includes("scopes"));
    const text = render({ template: "workflow.ts", data });
    const calledPaths = [...workflow.uses.keys()].map(toComponentPath);
    files.push({
      path,
      editable: true,
      key: `workflow ${workflow.id}`,
      text: await formatCached(path, text, cache),
      contract: digest(
        calledPaths.map((calledPath) => contracts.get(calledPath)).join(),
        12,
      ),
    });
  }
  return files;
}

function viewWorkflow(workflow: PlannedWorkflow, hasScopes: boolean) {
  const { annotations, handler, name, title, uses } = workflow;
  const { declared, sources, steps, usesNumber, usesText } = handler;
  const failures = steps.flatMap(({ onFailure }) => onFailure);
  const coreImports = ["CallError"];
  if (steps.some(({ refuses }) => refuses)) coreImports.push("UpstreamError");
  if (usesText) coreImports.push("toText");
  if (declared.length > 0) coreImports.push("type ApiResponse");
  const definitions = usesNumber ? "defineTool, toNumber" : "defineTool";
  const imports = [
    {
      clause: `{ ${definitions} }`,
      from: "../runtime/features/custom/define.js",
    },
    { clause: `{ ${coreImports.join(", ")} }`, from: "../runtime/index.js" },
  ];
  if (failures.some(({ code }) => code.startsWith("await ")))
    imports.push({ clause: "{ setTimeout }", from: "node:timers/promises" });
  for (const [component, clause] of uses) {
    const from = toComponentPath(component).replace(
      /^src\/(.*)\.ts$/,
      "../$1.js",
    );
    imports.push({ clause, from });
  }
  for (const source of sources) {
    const alias = operationsTypeOf(source);
    const types = source === null ? alias : `operations as ${alias}`;
    const from = `../${moduleFolderOf(source).slice("src/".length)}generated/api-types.js`;
    imports.push({ clause: `type { ${types} }`, from });
  }
  return {
    ...workflow,
    imports: sortImports(imports),
    head: { name, title },
    more: omitEmpty({ annotations, arguments: workflow.arguments }),
    // A caller of the workflow needs the scopes of all its operations.
    scopes: hasScopes ? [...uses.values()].join(", ") : "",
    given: `call, progress${failures.length > 0 ? ", signal" : ""}`,
  };
}
