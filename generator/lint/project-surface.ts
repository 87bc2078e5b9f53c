import {
  readSurface,
  type ComponentSurface,
  type Surface,
} from "../diff/surface.js";
import { readTools, type LintedServer } from "./lint.js";
import type { ProjectModules } from "./measure.js";
import type { LintedTool } from "./tools.js";

/** Surface of a project as its modules have it, and its tools. */
export interface ProjectSurface {
  readonly surface: Surface;
  readonly tools: readonly LintedTool[];
}

/**
 * Reads the surface of a project from its modules: edits count, tools that the user took off the list don't, and tools
 * of your own come last.
 */
export function readProjectSurface(
  server: ProjectModules & Pick<LintedServer, "apis">,
): ProjectSurface {
  const surface = readSurface(server.texts);
  const { tools } = readTools(server);
  const servedPaths = new Set(tools.map(({ path }) => path));
  const components = surface.components.filter(
    ({ kind, path }) => kind !== "tool" || servedPaths.has(path),
  );
  const readPaths = new Set(components.map(({ path }) => path));
  const unreadTools = tools.filter(({ path }) => !readPaths.has(path));
  return {
    surface: {
      ...surface,
      components: [...components, ...unreadTools.map(toComponentSurface)],
    },
    tools,
  };
}

/** Surface of your own tool, or of one that a hand moved: its response is not known. */
function toComponentSurface(tool: LintedTool): ComponentSurface {
  const { definition, input, listInput, name, path, route, schemas } = tool;
  return {
    kind: "tool",
    path,
    route: route ?? path,
    name,
    definition,
    parameters: new Map(),
    input,
    listInput,
    response: {},
    api: { schemas, responses: { operations: {}, $defs: {} } },
  };
}
