import { planIndexFile, toComponentPath } from "../../emit/files.js";
import { sortImports } from "../../emit/imports.js";
import type { PlannedFile, PlannedServer } from "../../emit/planned-files.js";
import { moduleFolderOf } from "../../config/source-name.js";
import { omitEmpty } from "../../shared/json.js";
import { operationsTypeOf } from "./handler.js";
import type { PlannedWorkflow } from "./plan.js";

/** Plans a module for each workflow, and their index. */
export function planWorkflowFiles(
  workflows: readonly PlannedWorkflow[],
  { features }: Pick<PlannedServer, "features">,
): PlannedFile[] {
  const modules = workflows.map((workflow) => ({
    path: workflow.path,
    template: "workflow.ts",
    data: viewWorkflow(
      workflow,
      features.some(({ checksScopes }) => checksScopes === true),
    ),
    editable: true,
    isLaidOut: false,
    key: `workflow ${workflow.id}`,
    calledPaths: [...workflow.uses.keys()].map(toComponentPath),
  }));
  return [planIndexFile("src/workflows", workflows), ...modules];
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
      from: "../runtime/features/components/custom/define.js",
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
    calls: [...uses.values()].join(", "),
    // A caller of the workflow needs the scopes of all its operations.
    scopes: hasScopes ? [...uses.values()].join(", ") : "",
    given: `call, progress${failures.length > 0 ? ", signal" : ""}`,
  };
}
