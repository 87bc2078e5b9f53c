import { FEATURES } from "../features/features.js";
import type { FeatureContext, FeatureDefinition } from "../features/feature.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { type Api, successResponsesOf } from "../model.js";
import { mediaKindOf } from "../schema/media.js";
import type { PlannedListing } from "../listing/listing.js";
import type { Plan } from "../plan/plan.js";
import { findRequestValues } from "./request-values.js";
import { lazy } from "../runtime.js";
import { compareCodeUnits } from "../shared/order.js";

/** API whose features are selected. */
interface FeatureInput {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: ResolvedConfig;
}

/** Features that a config may have: those of toolwright, and those of its extensions. */
type Features = readonly FeatureDefinition[];

/** Selects the features of one API, sorted: those of its client, and those that the server needs for it. */
export function selectApiFeatures(
  input: FeatureInput,
  allFeatures: Features = FEATURES,
): { readonly client: Features; readonly server: Features } {
  const { settings } = input;
  const context = viewContext([input], settings);
  const isNamed = ({ name }: FeatureDefinition) =>
    settings.features.includes(name);
  return {
    client: sortFeatures(
      allFeatures.filter(
        (feature) =>
          (feature.owner === "client" && isNeeded(feature, context)) ||
          (feature.client !== undefined &&
            feature.needsValues !== true &&
            isNamed(feature)),
      ),
    ),
    server: sortFeatures(
      allFeatures.filter(
        (feature) =>
          feature.owner === "api" &&
          (isNeeded(feature, context) || isNamed(feature)),
      ),
    ),
  };
}

/** Selects the features of the server that belong to no API, and all that the config names; sorted. */
export function selectServerFeatures(
  apis: readonly Pick<FeatureInput, "api" | "plan">[],
  server: {
    readonly listing: PlannedListing;
    readonly settings: ResolvedConfig;
    readonly hasWorkflows: boolean;
  },
  allFeatures: Features = FEATURES,
): Features {
  const { settings } = server;
  const context = viewContext(apis, settings, server);
  const features = allFeatures.filter(
    (feature) =>
      feature.isPossible?.(context) !== false &&
      (settings.features.includes(feature.name) ||
        (feature.owner === undefined && isNeeded(feature, context))),
  );
  return sortFeatures(
    features.filter(
      ({ impliedBy = [] }) =>
        !features.some(({ name }) => impliedBy.includes(name)),
    ),
  );
}

function isNeeded(
  feature: FeatureDefinition,
  context: FeatureContext,
): boolean {
  return feature.isNeeded?.(context) === true;
}

function sortFeatures(features: Features): Features {
  return features.toSorted((a, b) => compareCodeUnits(a.name, b.name));
}

/** Facts about APIs that decide on features. Those of one API need nothing of the server. */
function viewContext(
  apis: readonly Pick<FeatureInput, "api" | "plan">[],
  settings: ResolvedConfig,
  server?: { readonly listing: PlannedListing; readonly hasWorkflows: boolean },
): FeatureContext {
  const components = apis.flatMap(({ plan }) => plan.components);
  const responses = apis.map(({ plan }) => plan.responses);
  const {
    isPaged = false,
    isRewritten = false,
    leftOut = [],
  } = server?.listing ?? {};
  const longSchemas = leftOut.flatMap((truncations) =>
    Object.values(truncations),
  );
  return {
    settings,
    components,
    schemes: apis.flatMap(usedSchemesOf),
    app: apis[0]?.plan.app ?? null,
    bodyKinds: mediaKindsOf(
      components.flatMap(({ body }) => body?.media ?? []),
    ),
    responseKinds: mediaKindsOf(
      components
        .flatMap(({ operation }) => successResponsesOf(operation))
        .flatMap(({ media }) => media),
    ),
    requestValues: lazy(() => findRequestValues(apis.map(({ plan }) => plan))),
    hasResponseTypes: responses.some(({ operations }) =>
      hasMembers(operations),
    ),
    hasPageHeaders: responses.some(({ headers }) => hasMembers(headers)),
    hasOutputSchemas:
      server?.listing.outputs.schemas.some((schemas) => schemas !== null) ??
      false,
    hasWorkflows: server?.hasWorkflows ?? false,
    listing: {
      isPaged,
      isRewritten,
      hasLongSchemas: longSchemas.length > 0,
      isTruncated: longSchemas.some((pointers) => pointers.length > 0),
    },
  };
}

function hasMembers(value: object): boolean {
  return Object.keys(value).length > 0;
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

function mediaKindsOf(media: readonly { readonly contentType: string }[]) {
  return new Set(media.map(({ contentType }) => mediaKindOf(contentType)));
}
