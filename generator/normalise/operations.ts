import { ToolwrightError } from "../errors.js";
import { listOf, members, readText, textsOf } from "../shared/json.js";
import type { Operation, SecurityScheme } from "../model.js";
import { isBodyPart, readBody, readSwaggerBody } from "./body.js";
import {
  type Context,
  dispensableChild,
  followDispensable,
  nodeOf,
} from "./context.js";
import { readAsked } from "./extensions.js";
import { gatherParameters } from "./parameters.js";
import {
  type Found,
  matchPath,
  type PathItem,
  readMembers,
  readPathItem,
} from "./path-items.js";
import { readLinks, readResponses } from "./responses.js";
import { readSecurity, tellAuthorization } from "./security.js";
import { readServers } from "./servers.js";
import { childOf, childrenOf, type Node, type Target } from "./schema/refs.js";

/** Of security schemes that can be used, by name. */
type Schemes = ReadonlyMap<string, SecurityScheme>;

/** The operations that can be served, in the document's order; the others are told. */
export function readOperations(context: Context, schemes: Schemes) {
  const { refs } = context;
  const paths = childOf(refs.root, "paths");
  const all = attempt({ pointer: paths.pointer }, context, () =>
    childrenOf(refs.follow(paths)),
  );
  const read = all.flatMap(([path, target]) => {
    if (path.startsWith("x-")) return [];
    const { pointer } = target;
    return attempt({ pointer }, context, () => {
      const item = readPathItem(path, target, context);
      return item.operations.flatMap((found) => {
        const { method, pointer } = found;
        const operation = `${method} ${path}`;
        context.locate(pointer, operation);
        return attempt({ pointer, operation }, context, () => [
          readOperation(found, item, context, schemes),
        ]);
      });
    });
  });
  return distinct(read, context);
}

/** What can't be served must not take the others with it: it is told, and left out. */
function attempt<Item>(
  place: { readonly pointer: string; readonly operation?: string },
  { leaveOut }: Context,
  read: () => Item[],
): Item[] {
  try {
    return read();
  } catch (error) {
    leaveOut(error, place);
    return [];
  }
}

/** `/a/:id` and `/a/{id}` are one path, as `get` and `GET` are one method: of each, the first is served. */
function distinct(
  all: readonly Operation[],
  { leaveOut }: Context,
): Operation[] {
  const taken = new Set<string>();
  return all.filter(({ method, path, pointer }) => {
    const operation = `${method} ${path}`;
    const isNew = !taken.has(operation);
    taken.add(operation);
    const problem = {
      code: "duplicate-operation",
      message: `${operation} is described twice, and served as it is described first.`,
    };
    if (!isNew) leaveOut(new ToolwrightError(problem), { pointer, operation });
    return isNew;
  });
}

function readOperation(
  found: Found,
  { template, own: shared }: PathItem,
  context: Context,
  schemes: Schemes,
): Operation {
  const { method, place } = found;
  const { pointer } = checkOperation(found, context);
  context.locate(pointer, `${method} ${template}`);
  const fields = readMembers(found, context);
  const own = (key: string) => fields.get(key) ?? childOf(found, key);
  const levels = [
    (key: string) => followDispensable(own(key), context),
    (key: string) => followDispensable(shared(key), context),
    (key: string) => dispensableChild(context.refs.root, key, context),
  ] as const;
  const [ofOperation, ofPath, ofDocument] = levels;

  const declared = gatherParameters(
    [shared("parameters"), own("parameters")].map(context.refs.follow),
    context,
    template,
  );
  const outside = declared.filter((one) => !isBodyPart(one));
  const { path, parameters } = matchPath(template, outside, pointer, context);
  const { value: operationId } = ofOperation("operationId");
  const { scopes, ...asked } = readAsked(levels, context);
  const textOf = (key: string) =>
    readText(ofOperation(key).value ?? ofPath(key).value);
  const isList = ({ value }: Target) => Array.isArray(value);
  const ownSecurity = ofOperation("security");
  const ownServers = ofOperation("servers");
  const responses = ofOperation("responses");
  const operation: Operation = {
    operationId:
      typeof operationId === "string" && operationId !== ""
        ? operationId
        : null,
    method,
    path,
    pointer: place,
    summary: textOf("summary"),
    description: textOf("description"),
    tags: [...textsOf(ofOperation("tags").value), ...scopes],
    deprecated: ofOperation("deprecated").value === true,
    parameters,
    body:
      readBody(own("requestBody"), context) ??
      readSwaggerBody(
        declared,
        ofOperation("consumes").value ?? ofDocument("consumes").value,
        context,
      ),
    responses: readResponses(
      responses,
      ofOperation("produces").value ?? ofDocument("produces").value,
      context,
    ),
    links: readLinks(responses, context.refs),
    security: readSecurity(
      isList(ownSecurity) ? ownSecurity : ofDocument("security"),
      context,
      schemes,
    ),
    removesSecurity:
      isList(ownSecurity) &&
      listOf(ownSecurity.value).every((one) => members(one).length === 0),
    servers: readServers(
      isList(ownServers) ? ownServers : ofPath("servers"),
      context,
    ),
    asked,
  };
  const { security } = operation;
  tellAuthorization(outside, { security, schemes }, context);
  return operation;
}

function checkOperation(found: Found, context: Context): Node {
  const { method } = found;
  // https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
  const isMethod = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
  const node = nodeOf(found, context);
  if (isMethod && node !== undefined) return node;
  throw new ToolwrightError({
    code: "bad-operation",
    message: isMethod
      ? "There is nothing but a method here."
      : `${JSON.stringify(method)} is no method.`,
    hint: "Describe the operation, or remove it.",
  });
}
