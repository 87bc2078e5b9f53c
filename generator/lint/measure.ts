import { descriptionOf } from "../diff/changes.js";
import type { MeasuredTool, TokensByTool } from "../listing/costs.js";
import {
  countToolTokens,
  createCounter,
  type ToolTokens,
} from "../schema/token-count.js";
import { routePrefixOf } from "../config/source-name.js";
import { toComponentPath } from "../emit/files.js";
import type { PlannedComponent } from "../plan/component.js";
import { getMember, isObject } from "../shared/json.js";
import { readTools, type LintedServer } from "./lint.js";
import type { LintedTool } from "./tools.js";

/** Sources of a project, and what was generated last. */
export type ProjectModules = Pick<LintedServer, "texts" | "readBase">;

/** Tool without an operation, as a project's module has it. */
export interface OwnTool extends MeasuredTool {
  readonly file: string;
  readonly args: readonly string[];
}

/** Members of a definition that a model reads. */
const READ_MEMBERS = [
  ["name"],
  ["title"],
  ["description"],
  ["example"],
  ["arguments"],
  ["body"],
  ["names"],
  ["fixed"],
  ["fromClient"],
];

/** True if the user wrote or changed something that a model reads. */
export function isRewritten(tool: LintedTool): boolean {
  return READ_MEMBERS.some((steps) => tool.isHandWritten(steps));
}

/** Tools of a project without an operation or a workflow. */
export function isOwnTool(tool: LintedTool): boolean {
  return tool.route === null && !tool.path.startsWith("src/workflows/");
}

/**
 * Tokens of a server's tools as the modules of its project have them: edits count, tools that the user took off the
 * list don't, and tools of your own come last.
 */
export function measureModules(
  tokens: TokensByTool,
  server: ProjectModules & Pick<LintedServer, "apis">,
): Map<MeasuredTool, ToolTokens> {
  const { tools } = readTools(server);
  const byComponent = new Map(
    tools.flatMap((tool) =>
      tool.operation === null
        ? []
        : [[tool.operation.component, tool] as const],
    ),
  );
  const count = createCounter();
  const measure = (tool: LintedTool) =>
    countToolTokens(
      {
        name: tool.name,
        description: descriptionOf(tool),
        inputSchema: tool.listInput(),
      },
      count,
    );
  const measured = new Map<MeasuredTool, ToolTokens>();
  for (const [component, plannedTokens] of tokens) {
    const tool = isPlanned(component) ? byComponent.get(component) : undefined;
    if (tool !== undefined)
      measured.set(
        component,
        isRewritten(tool) ? measure(tool) : plannedTokens,
      );
    else if (!isPlanned(component) || !wasGenerated(component, server))
      measured.set(component, plannedTokens);
  }
  for (const tool of tools.filter(isOwnTool))
    measured.set(toOwnTool(tool), measure(tool));
  return measured;
}

function isPlanned(tool: MeasuredTool): tool is PlannedComponent {
  return "operation" in tool;
}

/** True if a module was generated for a component, so that a list without it is a decision of the user. */
function wasGenerated(
  component: PlannedComponent,
  { readBase }: ProjectModules,
): boolean {
  const { requestSpec, source } = component;
  const route = routePrefixOf(source) + requestSpec.request;
  return readBase(toComponentPath(component), route) !== undefined;
}

function toOwnTool({ args, definition, name, path }: LintedTool): OwnTool {
  const annotations = getMember(definition, "annotations");
  return {
    name,
    // A definition has hints as the protocol has; invalid hints change nothing.
    annotations: isObject(annotations) ? annotations : null,
    file: path,
    args: [...args]
      .sort((a, b) => Number(b.required) - Number(a.required))
      .map((argument) => argument.name),
  };
}

/** Tools of your own among measured ones. */
export function selectOwnTools(tokens: TokensByTool): OwnTool[] {
  return [...tokens.keys()].filter(
    (tool): tool is OwnTool =>
      "file" in tool && "args" in tool && !isPlanned(tool),
  );
}
