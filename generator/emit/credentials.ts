import type { CommandContext, CredentialOptions } from "../features/feature.js";
import { FEATURES, mainImportOf } from "../features/features.js";
import { variablePrefixOf, type SourceName } from "../config/source-name.js";
import type { Api, SecurityScheme } from "../model.js";
import type { Plan } from "../plan/plan.js";
import { compareKeys } from "../shared/order.js";
import { trimSign } from "../shared/trim.js";
import type { PlannedApi } from "./planned-files.js";

/** Environment variable that the emitted server reads. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly meaning: string;
  /** First line of the scheme's description in the document. */
  readonly about: string;
  readonly value: string;
}

/**
 * Entries of `credentials`: for each security scheme that a component needs, the call of a runtime function, and the
 * environment variables that its options name. Sorted by scheme, so that their order in the document means nothing.
 */
export function credentialsOf(api: Api, plan: Plan, source: SourceName) {
  const usedNames = new Set(
    plan.components.flatMap(({ requestSpec }) =>
      (requestSpec.security ?? []).flat(),
    ),
  );
  const takenNames = new Set(["API_BASE_URL"]);
  return [...api.securitySchemes]
    .filter(([name]) => usedNames.has(name))
    .sort(compareKeys)
    .map(([name, scheme]) => {
      const {
        call,
        choices = [],
        hasFiles,
        options,
        variables,
      } = toCredential(scheme);
      const fields = Object.entries(variables);
      const endings = fields.map(([, [ending]]) => ending);
      const prefix =
        variablePrefixOf(source) + prefixOf(name, endings, takenNames);
      const { description } = scheme;
      const summary = description.split("\n")[0] ?? "";
      const variableOptions = fields.map(
        ([field, [ending]]) => [field, joinVariable(prefix, ending)] as const,
      );
      return {
        scheme: name,
        call,
        description,
        options: { ...options, ...Object.fromEntries(variableOptions) },
        variables: fields.map(([field, [ending, meaning]]) => ({
          name: joinVariable(prefix, ending),
          meaning,
          about: summary,
          value: "",
          isFile: hasFiles === true,
          isChoice: choices.includes(field),
        })),
      };
    });
}

/** Credentials of all APIs, by the names of their schemes: `source/scheme` if there are several APIs. */
export function schemesOf(
  apis: readonly PlannedApi[],
): CommandContext["credentials"] {
  return apis.flatMap(({ api, plan, settings: { source } }) =>
    credentialsOf(api, plan, source).flatMap(({ options, scheme: name }) => {
      const scheme = api.securitySchemes.get(name);
      if (scheme === undefined) return [];
      return {
        name: source === null ? name : `${source}/${name}`,
        options,
        scheme,
      };
    }),
  );
}

/** Prefix of a scheme's variables: `bearerAuth` → `API_BEARER_AUTH`. Makes names that no other scheme has and that mean nothing to the system. */
function prefixOf(
  scheme: string,
  endings: readonly string[],
  takenNames: Set<string>,
): string {
  const separatedWords = scheme
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_");
  const words = trimSign(separatedWords, "_").toUpperCase();
  const basePrefix = words.startsWith("API_")
    ? words
    : `API_${words || "AUTH"}`;
  const namesOf = (prefix: string) =>
    ["", ...endings].map((ending) => joinVariable(prefix, ending));
  let freePrefix = basePrefix;
  for (
    let number = 2;
    namesOf(freePrefix).some((name) => takenNames.has(name));
    number++
  )
    freePrefix = `${basePrefix}_${number}`;
  for (const name of namesOf(freePrefix)) takenNames.add(name);
  return freePrefix;
}

/** Name of a variable. A scheme that is called like the ending says it once: `API_AUTH_TOKEN`. */
function joinVariable(prefix: string, ending: string): string {
  return prefix.endsWith(ending) ? prefix : prefix + ending;
}

/** Call of a runtime function that sends a scheme's credential, its fixed options, and the variables that it reads. */
function toCredential(
  scheme: SecurityScheme,
): CredentialOptions & { readonly call: string } {
  for (const feature of FEATURES) {
    const credential = feature.client?.credentials?.write?.(scheme);
    if (credential !== undefined)
      return { ...credential, call: mainImportOf(feature).name };
  }
  throw new Error(`No feature sends a credential of type ${scheme.type}.`);
}
