import { isPaging } from "../../runtime/features/brief/next.js";
import { wholeOf } from "../../runtime/features/rules/body.js";
import { type Feature, FEATURE_NAMES } from "../config/features.js";
import type { Settings } from "../config/settle.js";
import type { Api, Schema, SecurityScheme } from "../model.js";
import { isSchema, referenceName } from "../schema/shape.js";
import { mediaKind } from "../schema/media.js";
import type { PlannedListing } from "./listing.js";
import { successesOf } from "./media.js";
import type { Plan } from "./plan.js";

/** What one API needs of its client, sorted. */
export function clientFeatures(part: PlannedPart): Feature[] {
  const { api, plan, settings } = part;
  const { app, components } = plan;
  const used = new Set(
    components.flatMap(({ recipe }) => (recipe.security ?? []).flat()),
  );
  const bodies = components.flatMap(({ body }) =>
    body === null ? [] : [mediaKind(body.media.contentType)],
  );
  const answers = components
    .flatMap(({ operation }) => successesOf(operation))
    .flatMap(({ media }) => media)
    .map(({ contentType }) => mediaKind(contentType));
  // In process, plain text is told piece by piece, too.
  const streamed =
    app === null
      ? /^(events|lines|sequence)$/
      : /^(events|lines|sequence|text)$/;
  const credentials = [...api.securitySchemes]
    .filter(([name]) => used.has(name))
    .map(([, scheme]) => credentialFeature(scheme));
  return sorted([
    ...credentials,
    credentials.length > 0 && "credentials",
    bodies.includes("form") && "form",
    bodies.includes("multipart") && "multipart",
    bodies.some((kind) => /^(image|audio|binary|unknown)$/.test(kind)) &&
      "binary",
    bodies.some((kind) => /^(lines|sequence)$/.test(kind)) && "json-lines",
    answers.some((kind) => streamed.test(kind)) && "streams",
    settings.maxConcurrency !== null && "concurrency",
    "rehearsal",
    settings.emit.includes("tests") && "mock",
    ...OF_CLIENT.filter((one) => settings.features.includes(one)),
    ...(app === null
      ? ([sendsByFetch(settings) ? "fetch" : "axios", "redirects"] as const)
      : ([
          app.form === "fetch" ? "fetch-app" : "server-app",
          app.typescript ? "import-typescript-app" : "import-app",
        ] as const)),
  ]);
}

/** Workers have no sockets. */
function sendsByFetch({ emit, features }: Settings): boolean {
  return emit.includes("worker") || features.includes("fetch");
}

/** What a config may want of a client besides what its API needs. */
const OF_CLIENT: readonly Feature[] = [
  ...(["binary", "form", "json-lines", "multipart", "streams"] as const),
  ...(["callers", "cookies", "traces"] as const),
];

/** What is handed in with what is one's own. */
const OF_CUSTOM = ["context", "prompts", "resources"] as const;

/** What one API needs of the server, sorted. */
export function apiFeatures({ plan }: Pick<PlannedPart, "plan">): Feature[] {
  const { components, shared } = plan;
  const recipes = components.map(({ recipe }) => recipe);
  const described = [shared.$defs, shared.arguments, ...recipes];
  const answering = components.filter(
    ({ answer, kind }) =>
      kind === "tool" && !/^(bytes|empty)$/.test(answer.form),
  );
  return sorted([
    answering.length > 0 && "brief",
    answering.some(({ args }) => args.some(({ name }) => isPaging(name))) &&
      "pages",
    components.some(({ answer }) => answer.shape !== null) && "strip",
    described.some(hasRules) && "rules",
    recipes.some((recipe) => wholeOf(recipe, shared.$defs)) && "body-rules",
  ]);
}

/** What a server needs besides, and all that a config wants, sorted. */
export function serverFeatures(
  apis: readonly Pick<PlannedPart, "plan">[],
  { isWritten, levels }: PlannedListing,
  { auth, clients, emit, features, prompts, schemas, tools }: Settings,
): Feature[] {
  const components = apis.flatMap(({ plan }) => plan.components);
  const completes = ({ plan }: Pick<PlannedPart, "plan">) =>
    plan.components.some(
      ({ args, kind }) =>
        kind === "template" &&
        args.some(({ schema }) => lists(schema, plan.shared)),
    );
  const list = schemas === "refs" ? "refs" : "listing";
  return sorted([
    ...(["choice", "http", "node"] as const),
    clients === "gemini" ? "gemini" : isWritten && list,
    components.some(({ kind }) => kind !== "tool") && "resources",
    apis.some(completes) && "completions",
    levels.some((one) => Object.keys(one).length > 0) && "details",
    components.some(({ override }) => override.confirm) && "confirm",
    components.some(({ override }) => override.pages) && "gather",
    components.some(({ override }) => override.poll) && "poll",
    auth !== "none" && auth,
    auth === "jwt" && "scopes",
    apis.some(({ plan }) => plan.outputs !== null) && "output-schemas",
    tools === "search" && "search",
    ...(emit.includes("tests") ? (["testing", "verify"] as const) : []),
    emit.includes("worker") && "worker",
    Object.keys(prompts).length > 0 && "prompts",
    ...(features.includes("custom") ? OF_CUSTOM : []),
    ...FEATURE_NAMES.filter((one) => features.includes(one)),
  ]);
}

interface PlannedPart {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: Settings;
}

/** The function of the runtime that proves who is calling. */
function credentialFeature(scheme: SecurityScheme): Feature {
  switch (scheme.type) {
    case "apiKey":
      return "api-key";
    case "http":
      return scheme.scheme.toLowerCase() === "basic" ? "basic" : "bearer";
    case "oauth2":
      return "oauth2";
    case "openIdConnect":
      return "openid-connect";
    case "mutualTLS":
      return "mutual-tls";
  }
}

/** Keywords that say more of a value than its type. https://json-schema.org/draft/2020-12/json-schema-validation#section-6 */
const RULES =
  /^(?:const|dependentRequired|enum|exclusiveM(?:ax|in)imum|m(?:ax|in)(?:imum|Items|Length|Properties)|multipleOf|pattern|uniqueItems)$/;

function hasRules(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(
      ([keyword, inner]) => RULES.test(keyword) || hasRules(inner),
    )
  );
}

/** Whether the values of an argument, or of its items, are known. */
function lists(schema: Schema, { $defs }: Plan["shared"]): boolean {
  return [schema, schema["items"]].filter(isSchema).some((one) => {
    const name = referenceName(one) ?? "";
    const shared = Object.hasOwn($defs, name) ? $defs[name] : {};
    const { enum: values, type } = { ...shared, ...one };
    return Array.isArray(values) || type === "boolean";
  });
}

function sorted(wanted: readonly (Feature | false)[]): Feature[] {
  return [...new Set(wanted.filter((one) => one !== false))].sort();
}
