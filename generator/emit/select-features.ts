import { isPaging } from "../../runtime/features/brief/paging-names.js";
import { asksPerson } from "../config/config.js";
import { type FeatureName, FEATURE_NAMES } from "../config/runtime-features.js";
import type { Settings } from "../config/resolve-config.js";
import { type Api, type SecurityScheme, successesOf } from "../model.js";
import { mediaKind } from "../schema/media.js";
import { loginOf, tokenFlow } from "./oauth-flows.js";
import type { PlannedListing } from "../listing/listing.js";
import type { Plan } from "../plan/plan.js";

/**
 * Why a server has a feature that its config does not name: a document that asks for it, a sentence of what the user
 * asked for, a promise of SECURITY.md; or another choice of a config that can't be had without it.
 */
export type Because = "document" | "spec" | "security" | "choice";

type Rules<Needs> = {
  readonly [Name in FeatureName]?: readonly [
    because: Because,
    isNeeded: (needs: Needs) => boolean,
  ];
};

interface PlannedPart {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: Settings;
}

/** What a client has, by what its API sends, answers and asks for. */
interface ClientNeeds extends PlannedPart {
  /** Kinds of media types. */
  readonly bodies: ReadonlySet<string>;
  readonly answers: ReadonlySet<string>;
  readonly credentials: ReadonlySet<FeatureName>;
}

// prettier-ignore
export const OF_CLIENT: Rules<ClientNeeds> = {
  axios: ["spec", ({ plan, settings }) => plan.app === null && !sendsByFetch(settings)],
  fetch: ["choice", ({ plan, settings }) => plan.app === null && sendsByFetch(settings)],
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
  form: ["document", ({ bodies }) => bodies.has("form")],
  multipart: ["document", ({ bodies }) => bodies.has("multipart")],
  binary: ["document", ({ bodies }) => hasOne(bodies, /^(image|audio|binary|unknown)$/)],
  "json-lines": ["document", ({ bodies }) => hasOne(bodies, /^(lines|sequence)$/)],
  // Applications seldom declare what they stream.
  streams: ["spec", ({ answers, plan }) => plan.app !== null || hasOne(answers, /^(events|lines|sequence)$/)],
  concurrency: ["choice", ({ settings }) => settings.maxConcurrency !== null],
  rehearsal: ["choice", ({ settings }) => settings.emit.includes("tests")],
  mock: ["choice", ({ settings }) => settings.emit.includes("tests")],
  callers: ["choice", () => false],
  cookies: ["choice", () => false],
  "local-files": ["choice", ({ bodies, settings }) => settings.features.includes("local-files") && hasOne(bodies, /^(multipart|image|audio|binary|unknown)$/)],
  traces: ["choice", () => false],
};

// prettier-ignore
export const OF_API: Rules<PlannedPart> = {
  strip: ["spec", ({ plan }) => Object.keys(plan.answers.operations).length > 0],
  "page-headers": ["document", ({ plan }) => Object.keys(plan.answers.headers).length > 0],
  checks: ["choice", () => false],
};

/** What a server has besides, by its components, its list and its settings. */
interface ServerNeeds extends Settings {
  readonly components: Plan["components"];
  /** Whether a person is asked. */
  readonly asks: boolean;
  readonly isWritten: boolean;
  /** Some of what it lists is too long to be written out, and of some not all is shown. */
  readonly isLong: boolean;
  readonly isCut: boolean;
  /** All that it lists is more than clients read at once. */
  readonly isPaged: boolean;
  readonly hasOutputs: boolean;
  /** No tool of the document is listed. */
  readonly isFound: boolean;
}

// prettier-ignore
export const OF_SERVER: Rules<ServerNeeds> = {
  node: ["spec", () => true],
  http: ["spec", () => true],
  resources: ["spec", ({ components, features }) => components.some(({ kind }) => kind !== "tool") || features.includes("custom")],
  inline: ["document", ({ isLong, isWritten, schemas }) => isWritten && !(isLong && schemas === "refs")],
  refs: ["document", ({ isLong, schemas }) => isLong && schemas === "refs"],
  "leave-out": ["document", ({ isCut }) => isCut],
  jwt: ["choice", ({ auth }) => auth === "jwt"],
  scopes: ["choice", ({ auth }) => auth === "jwt"],
  "server-card": ["choice", ({ emit }) => emit.includes("registry")],
  search: ["choice", ({ tools }) => tools === "search"],
  choice: ["choice", ({ tools }) => tools === "search"],
  details: ["document", ({ isCut, tools }) => isCut || tools === "search"],
  etag: ["document", ({ components }) => tellsEtag(components)],
  "flat-bodies": ["document", ({ components }) => components.some(({ body }) => body?.isNested ?? false)],
  acknowledge: ["choice", ({ features, tools }) => tools === "search" || features.includes("brief")],
  brief: ["choice", ({ components, maxResultTokens, tools }) => (tools === "search" || maxResultTokens !== null) && components.some(answers)],
  pages: ["choice", ({ components, features, maxResultTokens, tools }) => components.some((one) => answers(one) && (maxResultTokens !== null || ((tools === "search" || features.includes("brief")) && one.args.some(({ name }) => isPaging(name)))))],
  confirm: ["choice", ({ components }) => components.some(({ override }) => override.confirm)],
  "list-pages": ["document", ({ isPaged }) => isPaged],
  login: ["choice", () => false],
  person: ["choice", ({ asks }) => asks],
  "input-required": ["choice", ({ asks, features, sdk }) => sdk === "v2" && (asks || features.some((one) => /^(context|custom|person)$/.test(one)))],
  gather: ["choice", ({ components }) => components.some(({ override }) => override.pages)],
  poll: ["choice", ({ components }) => components.some(({ override }) => override.poll)],
  "output-schemas": ["document", ({ hasOutputs, isFound }) => hasOutputs && !isFound],
  "skill-search": ["choice", ({ emit, tools }) => tools === "search" && emit.includes("skills")],
  skills: ["choice", ({ emit }) => emit.includes("skills")],
  testing: ["choice", ({ emit }) => emit.includes("tests")],
  verify: ["choice", ({ emit }) => emit.includes("tests")],
  calls: ["choice", ({ emit }) => emit.includes("client")],
  worker: ["choice", ({ emit }) => emit.includes("worker")],
  context: ["choice", ({ features }) => features.includes("custom")],
  prompts: ["choice", ({ features }) => features.includes("custom")],
};

/** What one API needs of its client, sorted. */
export function clientFeatures(part: PlannedPart): FeatureName[] {
  const { components } = part.plan;
  const needs = {
    ...part,
    bodies: kindsOf(components.flatMap(({ body }) => body?.media ?? [])),
    answers: kindsOf(
      components
        .flatMap(({ operation }) => successesOf(operation))
        .flatMap(({ media }) => media),
    ),
    credentials: new Set(usedSchemes(part).map(credentialFeature)),
  };
  const { features } = part.settings;
  const wanted = OF_ANY_CLIENT.filter((name) => features.includes(name));
  return featuresOf(OF_CLIENT, needs, wanted);
}

/** What one API needs of the server, sorted. */
export function apiFeatures(part: PlannedPart): FeatureName[] {
  const { features } = part.settings;
  const wanted = features.filter((name) => name in OF_API);
  return featuresOf(OF_API, part, wanted);
}

/** What a server needs besides, and all that a config wants, sorted. */
export function serverFeatures(
  apis: readonly Pick<PlannedPart, "api" | "plan">[],
  { isPaged, isWritten, leftOut }: PlannedListing,
  settings: Settings,
): FeatureName[] {
  const long = leftOut.flatMap((one) => Object.values(one));
  const components = apis.flatMap(({ plan }) => plan.components);
  const needs = {
    ...settings,
    components,
    asks: components.some(({ override }) => asksPerson(override.confirm)),
    isWritten,
    isLong: long.length > 0,
    isCut: long.some((places) => places.length > 0),
    isPaged,
    isFound:
      settings.tools === "search" &&
      settings.outputSchemas === null &&
      settings.pin.length === 0,
    hasOutputs: apis.some(({ plan }) => plan.outputs !== null),
  };
  const all = featuresOf(OF_SERVER, needs, settings.features).sort();
  const isIdle: Partial<Record<FeatureName, boolean>> = {
    confirm: all.includes("person"), // does it besides
    login: !apis.flatMap(usedSchemes).some(loginOf), // nobody can log in
  };
  return all.filter((one) => isIdle[one] !== true);
}

/** The security schemes that some operation asks for. */
function usedSchemes({ api, plan }: Pick<PlannedPart, "api" | "plan">) {
  const used = plan.components.flatMap(({ recipe }) => recipe.security ?? []);
  const names = new Set(used.flat());
  return [...api.securitySchemes].flatMap(([name, scheme]) =>
    names.has(name) ? [scheme] : [],
  );
}

/** What of a client can be handed in by its name alone. */
// prettier-ignore
const OF_ANY_CLIENT: readonly FeatureName[] =
  ["binary", "form", "json-lines", "multipart", "streams", "callers", "cookies", "rehearsal", "traces"];

function featuresOf<Needs>(
  rules: Rules<Needs>,
  needs: Needs,
  wanted: readonly string[],
): FeatureName[] {
  return FEATURE_NAMES.filter(
    (name) => wanted.includes(name) || rules[name]?.[1](needs) === true,
  );
}

function kindsOf(media: readonly { readonly contentType: string }[]) {
  return new Set(media.map(({ contentType }) => mediaKind(contentType)));
}

function hasOne(kinds: ReadonlySet<string>, wanted: RegExp): boolean {
  return [...kinds].some((kind) => wanted.test(kind));
}

/** Whether it is a tool whose answer can be shown in part. */
function answers({ answer, kind }: Plan["components"][number]): boolean {
  return kind === "tool" && !/^(bytes|empty)$/.test(answer.form);
}

/** Whether a tool reads what another operation at its path changes only where it is given the ETag (`If-Match`). */
function tellsEtag(components: Plan["components"]): boolean {
  const asking = components.filter(({ args }) =>
    args.some(({ wireName }) => /^if-match$/i.test(wireName)),
  );
  return components.some(({ kind, operation: { method, path } }) => {
    const isRead = kind === "tool" && method === "GET";
    return isRead && asking.some(({ operation }) => operation.path === path);
  });
}

/** Workers have no sockets. */
function sendsByFetch({ emit, features }: Settings): boolean {
  return emit.includes("worker") || features.includes("fetch");
}

/** The function of the runtime that proves who is calling. */
function credentialFeature(scheme: SecurityScheme): FeatureName {
  switch (scheme.type) {
    case "apiKey":
      return "api-key";
    case "http":
      return scheme.scheme.toLowerCase() === "basic" ? "basic" : "bearer";
    case "oauth2":
      return tokenFlow(scheme) ? "oauth2" : "bearer";
    case "openIdConnect":
      return "openid-connect";
    case "mutualTLS":
      return "mutual-tls";
  }
}
