import { appendPointer } from "../shared/json-pointer.js";
import { groupBy } from "../shared/group-by.js";
import { isObject } from "../shared/json.js";
import type { Parameter } from "../model.js";
import { type Context, followOptional, nodeOf } from "./context.js";
import { readParameters } from "./parameters.js";
import { childOf, childrenOf, type Node, type Target } from "./schema/refs.js";

/** https://spec.openapis.org/oas/v3.2.0#path-item-object */
const METHODS = "get put post delete options head patch trace query".split(" ");

/** What a path item holds besides operations. */
const NON_OPERATION_FIELDS =
  "$ref summary description servers parameters".split(" ");

/** An operation as it stands in a path item: the object itself, or a reference to it. */
export interface DeclaredOperation extends Target {
  /** Upper case. */
  readonly method: string;
  /** Pointer by way of the path. */
  readonly pathPointer: string;
}

/** A path as it is declared. */
export interface PathItem {
  readonly template: string;
  /** A member, where it really stands: in place, or in what `$ref` refers to. */
  readonly childAt: (key: string) => Target;
  /** In their order. */
  readonly operations: readonly DeclaredOperation[];
}

/** Reads a path item; what stands beside its `$ref` wins. Throws `ToolwrightError` for a reference to nowhere. */
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
        message: `${JSON.stringify(key)} is no method and no other field of a path; nothing is served for it.`,
        pointer: member.pointer,
        hint: `Methods are ${METHODS.join(", ")}; others stand in additionalOperations (3.2), and extensions begin with x-.`,
      });
  }
  const childAt = (key: string) => members.get(key) ?? childOf(target, key);
  return { template, childAt, operations };
}

/**
 * The members of an object that may be a reference: those of what it refers to, and what stands beside, which wins.
 * Throws `ToolwrightError` for a reference to nowhere.
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
 * Reads the parameters of an operation and brings them and the placeholders of its path together: where one of each is left, they
 * are meant to be the same; else parameters without a placeholder go, and placeholders without a
 * parameter become required text. All of that is told, at the parameter where there is one.
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
      message: `The path ${path} names a placeholder twice; both get the same value.`,
      pointer,
      hint: "Give each placeholder a name of its own.",
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
  const [unusedParameter, ...otherUnused] = unusedParameters;
  const [placeholder, ...otherPlaceholders] = unmatchedPlaceholders;
  const isPair = otherUnused.length + otherPlaceholders.length === 0;
  if (isPair && unusedParameter !== undefined && placeholder !== undefined) {
    context.note({
      code: "other-path-parameter",
      message: `The path ${path} has no placeholder {${unusedParameter.name}}; the parameter is taken for {${placeholder}}.`,
      pointer: pointerOf(unusedParameter.name),
      hint: "Give both the same name.",
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
      message: `The path ${path} has no placeholder {${name}}; the parameter is left out.`,
      pointer: pointerOf(name),
      hint: "Add the placeholder to the path or remove the parameter.",
    });
  const parameters = matchedParameters.filter(
    (parameter) => !unusedParameters.includes(parameter),
  );
  for (const name of unmatchedPlaceholders) {
    // The request is as it should be.
    context.note({
      code: "undeclared-path-parameter",
      message: `The placeholder {${name}} of ${path} is not declared; read as required text.`,
      pointer,
      hint: "Declare it as a parameter with `in: path`.",
    });
    const value = { name, in: "path", schema: { type: "string" } };
    parameters.push(...readParameters([{ value, pointer }], context));
  }
  return { path, parameters: parameters.map(labels.addLabel) };
}

/**
 * Names to callers of placeholders that go on with a router's constraint: `{id:\d+}` (Express, ASP.NET), the pattern
 * of `{parent=projects/*}` (Google), and Fastify's wildcard `{*}`. Of two that begin alike, none has one.
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
    /** The placeholder that has a label; undefined: none has. */
    findPlaceholder: (wantedLabel: string) =>
      [...labels].find(([, label]) => label === wantedLabel)?.[0],
    addLabel: (parameter: Parameter): Parameter => {
      const label = parameter.in === "path" && labels.get(parameter.name);
      return label ? { ...parameter, label } : parameter;
    },
  };
}

// Some paths carry RFC 6570's signs for what the parameter's style says (`{.id}`, `{;id}`, `{id*}`), or are written as code has them: `/:id`, `/${id}`, `{code:[A-Z]{2}}`. A segment "." is removed, as where a path becomes a URL: https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4
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
