import { type Finding, ToolwrightError } from "../errors.js";
import { isObject, getMember, readText } from "../shared/json.js";
import type { LoadedDocument } from "../load/load.js";
import type { Api } from "../model.js";
import {
  childrenOf,
  itemsOf,
  tryFollow,
  tryFollowChild,
} from "./schema/refs.js";
import {
  type Context,
  createContext,
  followOptionalChild,
  followOptional,
  readChildText,
} from "./context.js";
import { readOperations } from "./operations.js";
import { readSecurity, readSecuritySchemes } from "./security.js";
import { readApiServers } from "./servers.js";

/** Maximum number of left-out operations that an error lists, so that it fits on a screen. */
const MAX_LISTED_REASONS = 20;

/**
 * Reads a document of any version into the same model: after it, no stage needs to know whether the API was described
 * in Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2. Operations that can't be served are left out, with a finding each. Throws
 * `ToolwrightError` if none is left. Doesn't change the document.
 * @param baseUrl address of the API, if the config sets it
 */
export function normalise(
  source: LoadedDocument,
  baseUrl?: string | null,
): Api {
  const context = createContext(source);
  const servers = readApiServers(context);
  const apiUrl = baseUrl ?? servers[0];
  const schemes = readSecuritySchemes(context, apiUrl);
  const { operations, schemas } = readOperations(context, schemes);
  const info = readInfo(context);
  const tags = readTagDescriptions(context);
  reportUnserved(context);

  const findings = [...source.findings, ...context.findings()];
  if (operations.length === 0)
    throw toEmptyApiError(source, findings, countWebhooks(context.refs));
  return {
    ...info,
    servers,
    tags,
    securitySchemes: schemes,
    // Findings about undeclared schemes belong to the operations that require them.
    security: readSecurity(
      followOptionalChild(context.refs.root, "security", context),
      { ...context, warn: () => undefined },
      schemes,
    ),
    operations,
    schemas,
    findings,
  };
}

function readInfo(context: Context) {
  const info = followOptionalChild(context.refs.root, "info", context);
  const version = getMember(info.value, "version");
  return {
    title: readText(getMember(info.value, "title")),
    version: typeof version === "number" ? String(version) : readText(version),
    description: readChildText(info, "description", context),
  };
}

/** Reads the descriptions of tags. If a tag is declared twice, the last declaration counts. */
function readTagDescriptions(context: Context): Map<string, string> {
  const tags = followOptionalChild(context.refs.root, "tags", context);
  const describedTags = itemsOf(tags).map((tagTarget) => {
    const tag = followOptional(tagTarget, context);
    const description =
      readChildText(tag, "description", context) ||
      readChildText(tag, "summary", context);
    return [readText(getMember(tag.value, "name")), description] as const;
  });
  return new Map(describedTags.filter(([, description]) => description !== ""));
}

/** Reports webhooks and callbacks, which an MCP server can't offer: the API sends these requests, so no tool can make them. */
function reportUnserved({ note, refs }: Context): void {
  const webhooks = countWebhooks(refs);
  const callbacks = childrenOf(tryFollowChild(refs.root, "paths", refs))
    .flatMap(([, pathItem]) => childrenOf(tryFollow(pathItem, refs)))
    .map(([, operation]) => tryFollow(operation, refs).value)
    .filter(
      (operation) => isObject(operation) && "callbacks" in operation,
    ).length;
  if (webhooks + callbacks === 0) return;
  note({
    code: "not-served",
    message: `Requests that the API sends are not served (webhooks: ${webhooks}, operations with callbacks: ${callbacks}).`,
    pointer: webhooks > 0 ? "/webhooks" : "/paths",
  });
}

function countWebhooks(refs: Context["refs"]): number {
  return childrenOf(tryFollowChild(refs.root, "webhooks", refs)).length;
}

function toEmptyApiError(
  { name }: LoadedDocument,
  findings: readonly Finding[],
  webhookCount: number,
) {
  const reasons = findings.filter(({ severity }) => severity === "left-out");
  const webhooks =
    webhookCount === 1 ? "1 webhook" : `${webhookCount} webhooks`;
  const problem =
    reasons.length === 0
      ? {
          message:
            webhookCount === 0
              ? "The document has no operations."
              : `The document has ${webhooks} and no operations. Webhooks are requests that the API sends, so they are not served.`,
          hint: "Add at least one path with a method such as get or post.",
        }
      : {
          message: "None of the document's operations can be served.",
          hint: "Fix at least one of the following problems.",
        };
  return new ToolwrightError([
    { code: "nothing-to-serve", file: name, ...problem },
    ...reasons.slice(0, MAX_LISTED_REASONS),
  ]);
}
