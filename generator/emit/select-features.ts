import { isPaginationName } from "../runtime.js";
import { fileSettingsOf, isPersonConfirm } from "../config/config.js";
import { type FeatureName, FEATURE_NAMES } from "../config/runtime-features.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { type Api, type SecurityScheme, successResponsesOf } from "../model.js";
import { mediaKindOf } from "../schema/media.js";
import { findLogin, findTokenFlow } from "./oauth-flows.js";
import type { PlannedListing } from "../listing/listing.js";
import type { Plan } from "../plan/plan.js";

/**
 * Reason for a feature that the config does not name: a document that needs it, a requirement of the specification,
 * a promise of SECURITY.md, or another option of the config that can't work without it.
 */
export type FeatureReason = "document" | "spec" | "security" | "choice";

type FeatureRules<Needs> = {
  readonly [Name in FeatureName]?: readonly [
    because: FeatureReason,
    isNeeded: (needs: Needs) => boolean,
  ];
};

interface FeatureInput {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: ResolvedConfig;
}

/** Facts about an API that decide the features of its client. */
interface ClientNeeds extends FeatureInput {
  /** Kinds of the request bodies' media types. */
  readonly bodyKinds: ReadonlySet<string>;
  readonly responseKinds: ReadonlySet<string>;
  /** True if a body of text may be a file. */
  readonly hasTextFiles: boolean;
  readonly credentials: ReadonlySet<FeatureName>;
}

// prettier-ignore
export const CLIENT_RULES: FeatureRules<ClientNeeds> = {
  axios: ["spec", ({ plan, settings }) => plan.app === null && !usesFetch(settings)],
  fetch: ["choice", ({ plan, settings }) => plan.app === null && usesFetch(settings)],
  "fetch-app": ["spec", ({ plan }) => plan.app?.form === "fetch"],
  "server-app": ["spec", ({ plan }) => plan.app !== null && plan.app.form !== "fetch"],
  "import-app": ["spec", ({ plan }) => plan.app?.typescript === false],
  "import-typescript-app": ["spec", ({ plan }) => plan.app?.typescript === true],
  "api-key": ["document", ({ credentials }) => credentials.has("api-key")],
  basic: ["document", ({ credentials }) => credentials.has("basic")],
  bearer: ["document", ({ credentials }) => credentials.has("bearer")],
  oauth2: ["document", ({ credentials }) => credentials.has("oauth2")],
  "openid-connect": ["document", ({ credentials }) => credentials.has("openid-connect")],
  "mutual-tls": ["document", ({ credentials }) => credentials.has("mutual-tls")],
  credentials: ["document", ({ credentials }) => credentials.size > 0],
  form: ["document", ({ bodyKinds }) => bodyKinds.has("form")],
  multipart: ["document", ({ bodyKinds }) => bodyKinds.has("multipart")],
  binary: ["document", ({ bodyKinds, hasTextFiles }) => hasTextFiles || hasKind(bodyKinds, /^(image|audio|binary|unknown)$/)],
  "json-lines": ["document", ({ bodyKinds }) => hasKind(bodyKinds, /^(lines|sequence)$/)],
  // Applications seldom declare what they stream.
  streams: ["spec", ({ plan, responseKinds }) => plan.app !== null || hasKind(responseKinds, /^(events|lines|sequence)$/)],
  concurrency: ["choice", ({ settings }) => settings.maxConcurrency !== null],
  retry: ["choice", ({ settings }) => settings.retries !== null],
  "dry-run": ["choice", ({ settings }) => settings.emit.includes("tests")],
  mock: ["choice", ({ settings }) => settings.emit.includes("tests")],
  "per-caller": ["choice", () => false],
  cookies: ["choice", () => false],
  files: ["choice", ({ settings }) => settings.files !== false],
  telemetry: ["choice", () => false],
};

// prettier-ignore
export const API_RULES: FeatureRules<FeatureInput> = {
  strip: ["spec", ({ plan, settings }) => Object.keys(plan.responses.operations).length > 0 && plan.components.some((component) => isStripped(component, settings))],
  "pick-fields": ["choice", ({ plan }) => plan.components.some(({ response }) => response.fields.length > 0)],
  "page-headers": ["document", ({ plan }) => Object.keys(plan.responses.headers).length > 0],
  checks: ["choice", () => false],
};

/** True if responses of a component are without the fields that the document doesn't declare. */
export function isStripped(
  { override }: Pick<Plan["components"][number], "override">,
  { strip }: Pick<ResolvedConfig, "strip">,
): boolean {
  return override.strip ?? strip;
}

/** Facts about a server that decide its features: its components, its listing and its config. */
interface ServerNeeds extends ResolvedConfig {
  readonly components: Plan["components"];
  /** True if a tool asks the user for confirmation. */
  readonly asks: boolean;
  readonly isRewritten: boolean;
  /** True if a listed input schema is too long to be written out; `isTruncated`: if parts of one are not shown. */
  readonly hasLongSchemas: boolean;
  readonly isTruncated: boolean;
  /** True if the listing is longer than clients read at once. */
  readonly isPaged: boolean;
  readonly hasOutputs: boolean;
  /** True if no tool of the document is listed: they are found by search only. */
  readonly isSearchOnly: boolean;
}

// prettier-ignore
export const SERVER_RULES: FeatureRules<ServerNeeds> = {
  node: ["spec", () => true],
  http: ["spec", () => true],
  resources: ["spec", ({ components, features }) => components.some(({ kind }) => kind !== "tool") || features.includes("custom")],
  inline: ["document", ({ hasLongSchemas, isRewritten, sharedSchemas }) => isRewritten && !(hasLongSchemas && sharedSchemas === "refs")],
  refs: ["document", ({ hasLongSchemas, sharedSchemas }) => hasLongSchemas && sharedSchemas === "refs"],
  "truncate-schemas": ["document", ({ isTruncated }) => isTruncated],
  jwt: ["choice", ({ auth }) => auth === "jwt"],
  scopes: ["choice", ({ auth }) => auth === "jwt"],
  "server-card": ["choice", ({ emit }) => emit.includes("registry")],
  audit: ["choice", ({ audit }) => audit !== null],
  search: ["choice", ({ tools }) => tools === "search"],
  "tool-filter": ["choice", ({ tools }) => tools === "search"],
  "error-details": ["document", ({ isTruncated, tools }) => isTruncated || tools === "search"],
  etag: ["document", ({ components }) => hasEtagReader(components)],
  "caller-folders": ["choice", ({ files }) => fileSettingsOf(files)?.http === "per-caller"],
  "file-tests": ["choice", ({ emit, files }) => files !== false && emit.includes("tests")],
  "file-links": ["choice", ({ files }) => files !== false],
  "flat-bodies": ["document", ({ components }) => components.some(({ body }) => body?.hasNestedFields ?? false)],
  "empty-response-text": ["choice", ({ features, tools }) => tools === "search" || features.includes("shorten-responses")],
  "shorten-responses": ["choice", ({ components, maxResultTokens, tools }) => maxResultTokens !== null ? components.some(isTruncatable) : tools === "search" && components.some(hasTruncatableResponse)],
  pages: ["choice", ({ components, features, maxResultTokens, tools }) => components.some((component) => (maxResultTokens !== null && isTruncatable(component)) || (hasTruncatableResponse(component) && ((tools === "search" || features.includes("shorten-responses")) && component.args.some(({ name }) => isPaginationName(name)))))],
  confirm: ["choice", ({ components }) => components.some(({ override }) => override.confirm)],
  limits: ["choice", ({ limits }) => limits !== null],
  "list-pages": ["document", ({ isPaged }) => isPaged],
  login: ["choice", () => false],
  person: ["choice", ({ asks }) => asks],
  "input-required": ["choice", ({ asks, features, sdk }) => sdk === "v2" && (asks || features.some((feature) => /^(context|custom|person)$/.test(feature)))],
  "auto-paginate": ["choice", ({ components }) => components.some(({ override }) => override.pages)],
  poll: ["choice", ({ components }) => components.some(({ override }) => override.poll)],
  "output-schemas": ["document", ({ hasOutputs, isSearchOnly }) => hasOutputs && !isSearchOnly],
  "secret-files": ["choice", usesSecretFiles],
  "skill-search": ["choice", ({ emit, tools }) => tools === "search" && emit.includes("skills")],
  skills: ["choice", ({ emit }) => emit.includes("skills")],
  testing: ["choice", ({ emit }) => emit.includes("tests")],
  verify: ["choice", ({ emit }) => emit.includes("tests")],
  "script-client": ["choice", ({ emit }) => emit.includes("client")],
  worker: ["choice", ({ emit }) => emit.includes("worker")],
  context: ["choice", ({ features }) => features.includes("custom")],
  prompts: ["choice", ({ features }) => features.includes("custom")],
};

/** Selects the features of one API's client, sorted. */
export function selectClientFeatures(input: FeatureInput): FeatureName[] {
  const { components } = input.plan;
  const needs = {
    ...input,
    bodyKinds: mediaKindsOf(
      components.flatMap(({ body }) => body?.media ?? []),
    ),
    responseKinds: mediaKindsOf(
      components
        .flatMap(({ operation }) => successResponsesOf(operation))
        .flatMap(({ media }) => media),
    ),
    hasTextFiles: components.some(
      ({ body }) =>
        body?.media.isForm === false && body.encoding["body"] !== undefined,
    ),
    credentials: new Set(usedSchemesOf(input).map(credentialFeatureOf)),
  };
  const { features } = input.settings;
  const requestedFeatures = OPTIONAL_CLIENT_FEATURES.filter((name) =>
    features.includes(name),
  );
  return selectFeatures(CLIENT_RULES, needs, requestedFeatures);
}

/** Selects the features that the server needs for one API, sorted. */
export function selectApiFeatures(input: FeatureInput): FeatureName[] {
  const { features } = input.settings;
  const requestedFeatures = features.filter((name) => name in API_RULES);
  return selectFeatures(API_RULES, input, requestedFeatures);
}

/** Selects the features of the server that belong to no API, and all that the config names; sorted. */
export function selectServerFeatures(
  apis: readonly Pick<FeatureInput, "api" | "plan">[],
  { isPaged, isRewritten, leftOut }: PlannedListing,
  settings: ResolvedConfig,
): FeatureName[] {
  const longPointers = leftOut.flatMap((truncations) =>
    Object.values(truncations),
  );
  const components = apis.flatMap(({ plan }) => plan.components);
  const needs = {
    ...settings,
    components,
    asks: components.some(({ override }) => isPersonConfirm(override.confirm)),
    isRewritten,
    hasLongSchemas: longPointers.length > 0,
    isTruncated: longPointers.some((places) => places.length > 0),
    isPaged,
    isSearchOnly:
      settings.tools === "search" &&
      settings.outputSchemas === null &&
      settings.alwaysListed.length === 0,
    hasOutputs: apis.some(({ plan }) => plan.outputSchemas !== null),
  };
  const features = selectFeatures(
    SERVER_RULES,
    needs,
    settings.features,
  ).sort();
  const isIdle: Partial<Record<FeatureName, boolean>> = {
    files: true, // is in the clients
    confirm: features.includes("person"), // implies it
    login: !apis.flatMap(usedSchemesOf).some(findLogin), // no one can log in
  };
  return features.filter((feature) => isIdle[feature] !== true);
}

/** Security schemes that an operation requires. */
function usedSchemesOf({ api, plan }: Pick<FeatureInput, "api" | "plan">) {
  const usedNames = plan.components.flatMap(
    ({ requestSpec }) => requestSpec.security ?? [],
  );
  const names = new Set(usedNames.flat());
  return [...api.securitySchemes].flatMap(([name, scheme]) =>
    names.has(name) ? [scheme] : [],
  );
}

/** Client features that a config may name, since they need no options. */
// prettier-ignore
const OPTIONAL_CLIENT_FEATURES: readonly FeatureName[] =
  ["binary", "form", "json-lines", "multipart", "streams", "per-caller", "cookies", "dry-run", "telemetry"];

function selectFeatures<Needs>(
  rules: FeatureRules<Needs>,
  needs: Needs,
  requestedNames: readonly string[],
): FeatureName[] {
  return FEATURE_NAMES.filter(
    (name) => requestedNames.includes(name) || rules[name]?.[1](needs) === true,
  );
}

function mediaKindsOf(media: readonly { readonly contentType: string }[]) {
  return new Set(media.map(({ contentType }) => mediaKindOf(contentType)));
}

function hasKind(kinds: ReadonlySet<string>, pattern: RegExp): boolean {
  return [...kinds].some((kind) => pattern.test(kind));
}

/** True for a tool whose response can be shown in part. */
function hasTruncatableResponse(
  component: Plan["components"][number],
): boolean {
  return component.kind === "tool" && isTruncatable(component);
}

function isTruncatable({ response }: Plan["components"][number]): boolean {
  return !/^(bytes|empty)$/.test(response.form);
}

/** True if a tool reads a path at which another operation requires its ETag (`If-Match`). */
function hasEtagReader(components: Plan["components"]): boolean {
  const conditionalWriters = components.filter(({ args }) =>
    args.some(({ wireName }) => /^if-match$/i.test(wireName)),
  );
  return components.some(({ kind, operation: { method, path } }) => {
    const isRead = kind === "tool" && method === "GET";
    return (
      isRead &&
      conditionalWriters.some(({ operation }) => operation.path === path)
    );
  });
}

/** True if the client sends by `fetch`: workers have no sockets. */
function usesFetch({ emit, features }: ResolvedConfig): boolean {
  return emit.includes("worker") || features.includes("fetch");
}

/** True if secrets may be in files, as orchestrators mount them. */
function usesSecretFiles({ emit, features }: ResolvedConfig): boolean {
  const mounts = emit.some((file) => /^(compose|kubernetes)$/.test(file));
  return mounts || features.includes("secret-files");
}

/** Feature that sends the credentials of a security scheme. */
function credentialFeatureOf(scheme: SecurityScheme): FeatureName {
  switch (scheme.type) {
    case "apiKey":
      return "api-key";
    case "http":
      return scheme.scheme.toLowerCase() === "basic" ? "basic" : "bearer";
    case "oauth2":
      return findTokenFlow(scheme) ? "oauth2" : "bearer";
    case "openIdConnect":
      return "openid-connect";
    case "mutualTLS":
      return "mutual-tls";
  }
}
