import { ToolwrightError } from "../errors.js";
import { toArray, entriesOf, readText, toStrings } from "../shared/json.js";
import type { Api, Operation, SecurityScheme } from "../model.js";
import { isBodyParameter, readBody, readSwaggerBody } from "./body.js";
import {
  type Context,
  followOptionalChild,
  followOptional,
  nodeOf,
} from "./context.js";
import { readOperationHints } from "./extensions.js";
import { gatherParameters, readAcceptSchema } from "./parameters.js";
import {
  type DeclaredOperation,
  matchPath,
  type PathItem,
  readMembers,
  readPathItem,
} from "./path-items.js";
import { applyFrameworkQuirks } from "./quirks.js";
import { readLinks, readResponses } from "./responses.js";
import { readSecurity, reportAuthorizationHeader } from "./security.js";
import { readServers } from "./servers.js";
import { childOf, childrenOf, type Node, type Target } from "./schema/refs.js";

/** Usable security schemes by name. */
type Schemes = ReadonlyMap<string, SecurityScheme>;

/**
 * Reads the operations that can be served, in the document's order, and the schemas that they refer to. All other
 * operations become findings. Media types and parameters are decided with the schemas, so an operation is complete only
 * when all are read.
 */
export function readOperations(
  context: Context,
  schemes: Schemes,
): Pick<Api, "operations" | "schemas"> {
  const { refs } = context;
  const paths = childOf(refs.root, "paths");
  const declaredPaths = attempt({ pointer: paths.pointer }, context, () =>
    childrenOf(refs.follow(paths)),
  );
  const operations = declaredPaths.flatMap(([path, target]) => {
    if (path.startsWith("x-")) return [];
    const { pointer } = target;
    return attempt({ pointer }, context, () => {
      const pathItem = readPathItem(path, target, context);
      return pathItem.operations.flatMap((declaredOperation) => {
        const { method, pointer } = declaredOperation;
        const operation = `${method} ${path}`;
        context.registerOperation(pointer, operation);
        return attempt({ pointer, operation }, context, () => [
          readOperation(declaredOperation, pathItem, context, schemes),
        ]);
      });
    });
  });
  const uniqueOperations = dropDuplicates(operations, context);
  const schemas = context.schemas.finish();
  return {
    operations: uniqueOperations.map((operation) =>
      applyFrameworkQuirks(operation, { schemas }),
    ),
    schemas,
  };
}

/** Reads items, or returns none and reports the error, so that one broken part doesn't affect the others. */
function attempt<Item>(
  location: { readonly pointer: string; readonly operation?: string },
  { leaveOut }: Context,
  readItems: () => Item[],
): Item[] {
  try {
    return readItems();
  } catch (error) {
    leaveOut(error, location);
    return [];
  }
}

/**
 * Drops operations with the same method and path, and keeps the first: `/a/:id` equals `/a/{id}`, and `get` equals
 * `GET`.
 */
function dropDuplicates(
  operations: readonly Operation[],
  { leaveOut }: Context,
): Operation[] {
  const servedNames = new Set<string>();
  return operations.filter(({ method, path, pointer }) => {
    const operation = `${method} ${path}`;
    const isNew = !servedNames.has(operation);
    servedNames.add(operation);
    const problem = {
      code: "duplicate-operation",
      message: `${operation} is declared twice; the first declaration is used.`,
    };
    if (!isNew) leaveOut(new ToolwrightError(problem), { pointer, operation });
    return isNew;
  });
}

function readOperation(
  declaredOperation: DeclaredOperation,
  { template, childAt: pathChildAt }: PathItem,
  context: Context,
  schemes: Schemes,
): Operation {
  const { method, pathPointer } = declaredOperation;
  const { pointer } = checkOperation(declaredOperation, context);
  context.registerOperation(pointer, `${method} ${template}`);
  const fields = readMembers(declaredOperation, context);
  const operationChildAt = (key: string) =>
    fields.get(key) ?? childOf(declaredOperation, key);
  const levels = [
    (key: string) => followOptional(operationChildAt(key), context),
    (key: string) => followOptional(pathChildAt(key), context),
    (key: string) => followOptionalChild(context.refs.root, key, context),
  ] as const;
  const [readFromOperation, readFromPath, readFromDocument] = levels;

  const declaredParameters = gatherParameters(
    [pathChildAt("parameters"), operationChildAt("parameters")].map(
      context.refs.follow,
    ),
    context,
    template,
  );
  const nonBodyParameters = declaredParameters.filter(
    (parameter) => !isBodyParameter(parameter),
  );
  const { path, parameters } = matchPath(
    template,
    nonBodyParameters,
    pointer,
    context,
  );
  const { value: operationId } = readFromOperation("operationId");
  const { scopes, ...hints } = readOperationHints(levels, context);
  const readInheritedText = (key: string) =>
    readText(readFromOperation(key).value ?? readFromPath(key).value);
  const isList = ({ value }: Target) => Array.isArray(value);
  const ownSecurity = readFromOperation("security");
  const ownServers = readFromOperation("servers");
  const responses = readFromOperation("responses");
  const operation: Operation = {
    operationId:
      typeof operationId === "string" && operationId !== ""
        ? operationId
        : null,
    method,
    path,
    pointer: pathPointer,
    summary: readInheritedText("summary"),
    description: readInheritedText("description"),
    tags: [...toStrings(readFromOperation("tags").value), ...scopes],
    deprecated: readFromOperation("deprecated").value === true,
    parameters,
    acceptSchema: readAcceptSchema(nonBodyParameters, context),
    body:
      readBody(operationChildAt("requestBody"), context) ??
      readSwaggerBody(
        declaredParameters,
        readFromOperation("consumes").value ??
          readFromDocument("consumes").value,
        context,
      ),
    responses: readResponses(
      responses,
      readFromOperation("produces").value ?? readFromDocument("produces").value,
      context,
    ),
    links: readLinks(responses, context.refs),
    security: readSecurity(
      isList(ownSecurity) ? ownSecurity : readFromDocument("security"),
      context,
      schemes,
    ),
    removesSecurity:
      isList(ownSecurity) &&
      toArray(ownSecurity.value).every(
        (requirement) => entriesOf(requirement).length === 0,
      ),
    servers: readServers(
      isList(ownServers) ? ownServers : readFromPath("servers"),
      context,
    ),
    hints,
  };
  const { security } = operation;
  reportAuthorizationHeader(nonBodyParameters, { security, schemes }, context);
  return operation;
}

function checkOperation(
  declaredOperation: DeclaredOperation,
  context: Context,
): Node {
  const { method } = declaredOperation;
  // https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
  const isMethod = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
  const node = nodeOf(declaredOperation, context);
  if (isMethod && node !== undefined) return node;
  throw new ToolwrightError({
    code: "bad-operation",
    message: isMethod
      ? "This operation is empty."
      : `${JSON.stringify(method)} is not a valid HTTP method.`,
    hint: "Describe the operation, or remove it.",
  });
}
