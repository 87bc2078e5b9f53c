import { appendPointer } from "../shared/json-pointer.js";
import { groupBy } from "../shared/group-by.js";
import { isObject } from "../shared/json.js";
import type { Parameter } from "../model.js";
import { type Context, followOptional, nodeOf } from "./context.js";
import { readParameters } from "./parameters.js";
import { childOf, childrenOf, type Node, type Target } from "./schema/refs.js";

/** Methods that a path item has fields for. https://spec.openapis.org/oas/v3.2.0#path-item-object */
const METHODS = "get put post delete options head patch trace query".split(" ");

/** Fields of a path item that hold no operations. */
const NON_OPERATION_FIELDS =
  "$ref summary description servers parameters".split(" ");

/** Operation in a path item: the object, or a reference to it. */
export interface DeclaredOperation extends Target {
  /** Method in upper case. */
  readonly method: string;
  /** Pointer that leads through the path, even if the operation is elsewhere. */
  readonly pathPointer: string;
}

/** Path with its operations, as the document declares it. */
export interface PathItem {
  readonly template: string;
  /** Returns a member with its real location: in the path item, or in the target of its `$ref`. */
  readonly childAt: (key: string) => Target;
  /** Operations in the document's order. */
  readonly operations: readonly DeclaredOperation[];
}

/**
 * Reads a path item. Fields beside `$ref` override those of its target. Throws `ToolwrightError` if that doesn't exist.
 */
export function readPathItem(
  template: string,
  target: Target,
  context: Context,
): PathItem {
  const members = readMembers(target, context);
  const operations: DeclaredOperation[] = [];
  const addOperation = (key: string, pathPointer: string, operation: Target) =>
    operations.push({
      method: key.toUpperCase(),
      pathPointer,
      ...operation,
    });
  for (const [key, member] of members) {
    const memberPointer = appendPointer(target.pointer, key);
    // serverless-auto-swagger wrote methods in upper case.
    if (METHODS.includes(key.toLowerCase()))
      addOperation(key, memberPointer, member);
    else if (key === "additionalOperations")
      for (const [method, operation] of childrenOf(
        followOptional(member, context),
      ))
        addOperation(method, appendPointer(memberPointer, method), operation);
    else if (isObject(member.value) && !isField(key))
      context.warn({
        code: "unknown-path-member",
        message: `${JSON.stringify(key)} is not a method or another field of a path, so it was ignored.`,
        pointer: member.pointer,
        hint: `Methods are ${METHODS.join(", ")}. Put other methods into additionalOperations (3.2). Extensions begin with x-.`,
      });
  }
  const childAt = (key: string) => members.get(key) ?? childOf(target, key);
  return { template, childAt, operations };
}

/**
 * Members of an object that may have a `$ref`: those of its target, overridden by those beside it. Throws
 * `ToolwrightError` if the target doesn't exist.
 */
export function readMembers(
  target: Target,
  context: Context,
): Map<string, Target> {
  const layers = [nodeOf(target, context) ?? target, target];
  return new Map(layers.flatMap(childrenOf));
}

function isField(key: string): boolean {
  return NON_OPERATION_FIELDS.includes(key) || key.startsWith("x-");
}

/**
 * Reads the parameters of an operation and matches them with the placeholders of its path. If one parameter and one
 * placeholder remain, they are paired. Otherwise parameters without a placeholder are dropped, and placeholders without
 * a parameter become required texts. Each repair is a finding, at the parameter if there is one.
 */
export function matchPath(
  template: string,
  nodes: readonly Node[],
  pointer: string,
  context: Context,
): { path: string; parameters: Parameter[] } {
  const declaredParameters = readParameters(nodes, context);
  const path = normaliseTemplate(template, declaredParameters);
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(
    ([, name = ""]) => name,
  );
  const unmatchedPlaceholders = new Set(names);
  const labels = createLabels(names);
  if (unmatchedPlaceholders.size < names.length)
    context.note({
      code: "duplicate-placeholder",
      message: `The path ${path} has the same placeholder twice; both get the same value.`,
      pointer,
      hint: "Give each placeholder a different name.",
    });

  const isDeclared = (name: string) =>
    declaredParameters.some(
      (parameter) => parameter.in === "path" && parameter.name === name,
    );
  const matchedParameters = declaredParameters.map((parameter) => {
    const placeholder = labels.findPlaceholder(parameter.name);
    return parameter.in !== "path" ||
      unmatchedPlaceholders.has(parameter.name) ||
      placeholder === undefined ||
      isDeclared(placeholder)
      ? parameter
      : { ...parameter, name: placeholder, component: null };
  });
  const unusedParameters = matchedParameters.filter(
    (parameter) =>
      parameter.in === "path" && !unmatchedPlaceholders.delete(parameter.name),
  );
  const pointerOf = (name: string) =>
    nodes.find(({ value }) => value["in"] === "path" && value["name"] === name)
      ?.pointer ?? pointer;
  // Each of these is in Hey API's document, and an unused one in Sonarr's.
  const [unusedParameter, ...otherUnused] = unusedParameters;
  const [placeholder, ...otherPlaceholders] = unmatchedPlaceholders;
  const isPair = otherUnused.length + otherPlaceholders.length === 0;
  if (isPair && unusedParameter !== undefined && placeholder !== undefined) {
    context.note({
      code: "other-path-parameter",
      message: `The path ${path} has no placeholder {${unusedParameter.name}}; the parameter is used for {${placeholder}}.`,
      pointer: pointerOf(unusedParameter.name),
      hint: "Use the same name for both.",
    });
    const parameters = matchedParameters.map((parameter) =>
      parameter === unusedParameter
        ? { ...parameter, name: placeholder, component: null }
        : parameter,
    );
    return { path, parameters: parameters.map(labels.addLabel) };
  }
  for (const { name } of unusedParameters)
    context.warn({
      code: "unused-path-parameter",
      message: `The path ${path} has no placeholder {${name}}, so the parameter was ignored.`,
      pointer: pointerOf(name),
      hint: "Add the placeholder to the path or remove the parameter.",
    });
  const parameters = matchedParameters.filter(
    (parameter) => !unusedParameters.includes(parameter),
  );
  for (const name of unmatchedPlaceholders) {
    // The request itself is correct.
    context.note({
      code: "undeclared-path-parameter",
      message: `The placeholder {${name}} of ${path} is not declared; it became a required string.`,
      pointer,
      hint: "Declare it as a parameter with `in: path`.",
    });
    const value = { name, in: "path", schema: { type: "string" } };
    parameters.push(...readParameters([{ value, pointer }], context));
  }
  return { path, parameters: parameters.map(labels.addLabel) };
}

/**
 * Creates labels of placeholders that carry more than a name: a router's constraint in `{id:\d+}` (Express, ASP.NET),
 * the pattern in `{parent=projects/*}` (Google), Fastify's wildcard `{*}`. If two begin alike, neither has a label.
 */
function createLabels(names: readonly string[]) {
  const toLabel = (name: string) =>
    /^\*+$/.test(name)
      ? "wildcard"
      : (/^[^:=]*[^:=\s]/.exec(name)?.[0] ?? name);
  const namesByLabel = groupBy(
    [...new Set(names)].map((name) => [toLabel(name), name]),
  );
  const labels = new Map(
    [...namesByLabel].flatMap(([label, [name = label, ...otherNames]]) =>
      otherNames.length === 0 && name !== label ? [[name, label] as const] : [],
    ),
  );
  return {
    /** Returns the placeholder with this label; undefined if there is none. */
    findPlaceholder: (wantedLabel: string) =>
      [...labels].find(([, label]) => label === wantedLabel)?.[0],
    addLabel: (parameter: Parameter): Parameter => {
      const label = parameter.in === "path" && labels.get(parameter.name);
      return label ? { ...parameter, label } : parameter;
    },
  };
}

// Normalises notations of path templates: RFC 6570's operators, which the parameter's style also expresses (`{.id}`,
// `{;id}`, `{id*}`), and those of source code (`/:id` of Vert.x and Express, `/${id}`, `{code:[A-Z]{2}}`). Removes segments ".", as URLs do:
// https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4
function normaliseTemplate(
  path: string,
  declared: readonly Parameter[],
): string {
  const names = declared.map(({ name }) => name);
  return path
    .replace(/\{(\w+)[:=][^{}]*(?:\{[^{}]*\}[^{}]*)+\}/g, "{$1}")
    .replace(/(?<=\/)(?::(\w+)|\$\{(\w+)\})(?=\/|$)/g, "{$1$2}")
    .replace(/\{[.;]?([^{}]*?)\*?\}/g, (placeholder, name: string) =>
      names.includes(name) ? `{${name}}` : placeholder,
    )
    .replace(/^(?!\/)/, "/")
    .replace(/\/(?:(?:\.|%2e)(?:\/|$))+/gi, "/");
}
