import { ToolwrightError } from "../errors.js";
import {
  below,
  isObject,
  type JsonObject,
  readText,
  textsOf,
} from "../json.js";
import type { Operation, SecurityScheme } from "../model.js";
import { readBody } from "./body.js";
import type { Context } from "./context.js";
import { readAsked } from "./extensions.js";
import type { Report } from "./findings.js";
import { gatherParameters, readParameters } from "./parameters.js";
import {
  type Found,
  matchPath,
  operationsOf,
  type PathItem,
  readPathItem,
} from "./path-items.js";
import { readLinks, readResponses } from "./responses.js";
import { readSecurity } from "./security.js";
import { readServers } from "./servers.js";
import { isBodyPart, readSwaggerBody } from "./swagger-body.js";
import { childOf, childrenOf, referredChild } from "../dialect/refs.js";

/** What an operation needs from the rest of the document. */
interface Surroundings {
  readonly context: Context;
  readonly report: Report;
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
}

/** The operations that can be served, in the document's order; the others are told. */
export function readOperations(surroundings: Surroundings): Operation[] {
  const { context, report } = surroundings;
  const { document, refs } = context;
  const root = { value: document, pointer: "" };
  const all = childrenOf(referredChild(root, "paths", refs));
  const read = all.flatMap(([path, target]) => {
    if (path.startsWith("x-")) return [];
    const { pointer } = target;
    try {
      const item = readPathItem(target, context);
      return operationsOf(item).flatMap((found) =>
        tryOperation(found, { path, pointer, item }, surroundings),
      );
    } catch (error) {
      report.leaveOut(error, { pointer });
      return [];
    }
  });
  return distinct(read, report);
}

/** `/a/:id` and `/a/{id}` are one path, as `get` and `GET` are one method: of each, the first is served. */
function distinct(all: readonly Operation[], report: Report): Operation[] {
  const taken = new Set<string>();
  return all.filter(({ method, path, pointer }) => {
    const operation = `${method} ${path}`;
    const isNew = !taken.has(operation);
    taken.add(operation);
    const code = "duplicate-operation";
    const message = `${operation} is described twice, and served as it is described first.`;
    if (!isNew)
      report.leaveOut(new ToolwrightError({ code, message }), {
        pointer,
        operation,
      });
    return isNew;
  });
}

interface Path {
  readonly path: string;
  readonly pointer: string;
  readonly item: PathItem;
}

// An operation that can't be served must not take the others with it.
function tryOperation(
  found: Found,
  path: Path,
  surroundings: Surroundings,
): Operation[] {
  const { report } = surroundings;
  const { pointer } = found;
  const operation = `${found.method} ${path.path}`;
  report.locate(pointer, operation);
  try {
    return [readOperation(found, path, surroundings)];
  } catch (error) {
    report.leaveOut(error, { pointer, operation });
    return [];
  }
}

function readOperation(
  { method, steps, value: given, pointer }: Found,
  { path: template, pointer: pathPointer, item }: Path,
  { context, schemes }: Surroundings,
): Operation {
  const { document } = context;
  const value = checkOperation(given, method);
  const own = (key: string) => childOf({ value, pointer }, key);
  const shared = (key: string) =>
    item.get(key) ?? { value: undefined, pointer: below(pathPointer, key) };

  const declared = gatherParameters(
    [shared("parameters"), own("parameters")],
    context,
    template,
  );
  const outside = declared.filter((one) => !isBodyPart(one));
  const { path, parameters } = matchPath(
    template,
    readParameters(outside, context),
    { pointer, nodes: outside },
    context,
  );
  const { operationId } = value;
  const tags = referredChild({ value, pointer }, "tags", context.refs);
  const root = { value: document, pointer: "" };
  const { scopes, ...asked } = readAsked(
    [own, shared, (name) => childOf(root, name)],
    context,
  );
  return {
    operationId:
      typeof operationId === "string" && operationId !== ""
        ? operationId
        : null,
    method,
    path,
    pointer: steps.reduce(below, pathPointer),
    summary: readText(value["summary"] ?? shared("summary").value),
    description: readText(value["description"] ?? shared("description").value),
    tags: [...textsOf(tags.value), ...scopes],
    deprecated: value["deprecated"] === true,
    parameters,
    body:
      readBody(own("requestBody"), context) ??
      readSwaggerBody(
        declared,
        value["consumes"] ?? document["consumes"],
        context,
      ),
    responses: readResponses(
      own("responses"),
      value["produces"] ?? document["produces"],
      context,
    ),
    links: readLinks(own("responses"), context.refs),
    security: readSecurity(
      Array.isArray(value["security"])
        ? own("security")
        : { value: document["security"], pointer: "/security" },
      context,
      schemes,
    ),
    servers: readServers(
      Array.isArray(value["servers"]) ? own("servers") : shared("servers"),
      context,
    ),
    asked,
  };
}

function checkOperation(value: unknown, method: string): JsonObject {
  // https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
  const isMethod = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
  if (isMethod && isObject(value)) return value;
  throw new ToolwrightError({
    code: "bad-operation",
    message: isMethod
      ? "There is nothing but a method here."
      : `${JSON.stringify(method)} is no method.`,
    hint: "Describe the operation, or remove it.",
  });
}
