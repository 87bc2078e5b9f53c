import type {
  OperationTypes,
  Resource,
  ResourceDefinition,
  ResourceTemplate,
  ResourceTemplateDefinition,
  Tool,
  ToolDefinition,
} from "./types.js";

/** A tool. Its handler is checked against the operation's types; what is returned no longer names them. */
export function defineTool<Operation extends OperationTypes = OperationTypes>(
  definition: ToolDefinition<Operation>,
): Tool {
  return { kind: "tool", ...definition };
}

/** A resource: something that can be read at one URI. */
export function defineResource<
  Operation extends OperationTypes = OperationTypes,
>(definition: ResourceDefinition<Operation>): Resource {
  return { kind: "resource", ...definition };
}

/** A resource template: what can be read at every URI of one shape. */
export function defineTemplate<
  Operation extends OperationTypes = OperationTypes,
>(definition: ResourceTemplateDefinition<Operation>): ResourceTemplate {
  return { kind: "template", ...definition };
}
