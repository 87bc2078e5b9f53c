import { members, readText, toWord } from "../shared/json.js";
import type {
  OAuthFlow,
  SecurityRequirement,
  SecurityScheme,
} from "../model.js";
import {
  type Context,
  dispensableChild,
  dispensableNodeOf,
  followDispensable,
  textAt,
} from "./context.js";
import { childrenOf, itemsOf, type Node, type Target } from "./schema/refs.js";

/** The security schemes of a document by name, without those that can't be used. Their relative addresses start from `base`, the API's. */
export function readSecuritySchemes(
  context: Context,
  base: string | undefined,
): Map<string, SecurityScheme> {
  const { warn } = context;
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, target] of declaredSchemes(context)) {
    const node = dispensableNodeOf(target, context);
    const scheme = node && readScheme(node, context, base);
    if (scheme) schemes.set(name, scheme);
    else
      warn({
        code: "bad-security-scheme",
        message: `The security scheme ${name} is of no kind that is served; it is left out.`,
        pointer: target.pointer,
        hint: `See ${context.specification}#security-scheme-object. What signs each request, as Digest does, can stand around the transport in client.ts.`,
      });
  }
  return schemes;
}

/** Those of any version: some documents mix them. */
function declaredSchemes(context: Context): [string, Target][] {
  const { root } = context.refs;
  const components = dispensableChild(root, "components", context);
  return [
    dispensableChild(root, "securityDefinitions", context),
    dispensableChild(components, "securitySchemes", context),
  ].flatMap(childrenOf);
}

/** Schemes of HTTP that answer a challenge or sign each request: no token does. */
const SIGNED = /^(digest|hawk|hoba|mutual|negotiate|ntlm|scram-.*)$/i;

function readScheme(
  node: Node,
  context: Context,
  base?: string,
): SecurityScheme | undefined {
  const { value } = node;
  const { in: place, name, scheme, type } = value;
  const description = textAt(node, "description", context);
  switch (type) {
    case "apiKey":
      if (typeof name !== "string") return undefined;
      if (place !== "header" && place !== "query" && place !== "cookie")
        return undefined;
      return { type, in: place, name, description };
    case "http":
      if (typeof scheme !== "string" || SIGNED.test(scheme)) return undefined;
      return { type, scheme, description };
    case "basic":
      return { type: "http", scheme: "basic", description };
    case "oauth2":
      return { type, flows: readFlows(node, context, base), description };
    case "openIdConnect": {
      const url = readAddress(value["openIdConnectUrl"], base);
      return { type, url, description };
    }
    case "mutualTLS":
      return { type, description };
    default:
      return undefined;
  }
}

/** Names of Swagger 2.0 for flows that have other ones since. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

function readFlows(
  scheme: Node,
  context: Context,
  base?: string,
): Map<string, OAuthFlow> {
  const { flow } = scheme.value;
  if (typeof flow === "string")
    return new Map([
      [RENAMED.get(flow) ?? flow, readFlow(scheme, context, base)],
    ]);
  return new Map(
    childrenOf(dispensableChild(scheme, "flows", context)).flatMap(
      ([name, item]) => {
        const node = dispensableNodeOf(item, context);
        return node === undefined
          ? []
          : [[name, readFlow(node, context, base)] as const];
      },
    ),
  );
}

function readFlow(flow: Node, context: Context, base?: string): OAuthFlow {
  const { authorizationUrl, deviceAuthorizationUrl, refreshUrl, tokenUrl } =
    flow.value;
  const scopes = dispensableChild(flow, "scopes", context);
  const page = authorizationUrl ?? deviceAuthorizationUrl;
  return {
    authorizationUrl: readAddress(page, base),
    tokenUrl: readAddress(tokenUrl, base),
    refreshUrl: readAddress(refreshUrl, base),
    scopes: members(scopes.value).map(([scope]) => scope),
  };
}

/** As it is written, or where a relative one leads. https://spec.openapis.org/oas/v3.1.1#relative-references-in-api-urls */
function readAddress(value: unknown, base?: string): string {
  const text = readText(value);
  const isRelative = text !== "" && !URL.canParse(text);
  const isKnown = isRelative && URL.canParse(text, base);
  return isKnown ? new URL(text, base).href : text;
}

/**
 * The alternatives of a security requirement list. Schemes that the document does not declare make
 * an alternative unusable; where none is left, no credential is sent.
 */
export function readSecurity(
  target: Target,
  context: Context,
  schemes: ReadonlyMap<string, SecurityScheme>,
): SecurityRequirement[] {
  return itemsOf(target).flatMap((item) => {
    const { value, pointer } = followDispensable(item, context);
    const requirement = members(value).map(([scheme]) => scheme);
    const unknown = requirement.find((scheme) => !schemes.has(scheme));
    if (unknown === undefined) return [requirement];
    // What was declared and left out was told once.
    if (declaredSchemes(context).some(([name]) => name === unknown)) return [];
    context.warn({
      code: "unknown-security-scheme",
      message: `The security scheme ${unknown} is not declared; this way to authenticate is left out.`,
      pointer,
      hint: "Declare it among the document's security schemes.",
    });
    return [];
  });
}

/** Warns of a header Authorization among the parameters: it is no argument, and where no scheme is named that goes into it, nothing sends it. */
export function tellAuthorization(
  parameters: readonly Node[],
  given: {
    readonly security: readonly SecurityRequirement[];
    readonly schemes: ReadonlyMap<string, SecurityScheme>;
  },
  { warn }: Context,
): void {
  const isAuthorization = (name: unknown) =>
    /^authorization$/i.test(toWord(name));
  const isSent = given.security.flat().some((name) => {
    const scheme = given.schemes.get(name);
    return scheme?.type === "apiKey"
      ? scheme.in === "header" && isAuthorization(scheme.name)
      : scheme?.type !== "mutualTLS";
  });
  for (const { value, pointer } of isSent ? [] : parameters)
    if (value["in"] === "header" && isAuthorization(value["name"]))
      warn({
        code: "header-of-http",
        message:
          "The header Authorization is no argument, and nothing sends it.",
        pointer,
        hint: "Describe it as a security scheme that the operation's security names, or set the header in client.ts.",
      });
}
