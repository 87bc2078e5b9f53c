import { isObject } from "../../generator/shared/json.js";
import type { Api, Operation } from "../../generator/model.js";
import { KEYWORDS } from "../../generator/schema/keywords.js";

/** Places at which an API breaks a promise of `model.ts`, one line each. */
export function faultsOf(api: Api): string[] {
  const names = [...api.schemas.keys()];
  return [
    ...names
      .filter((name) => !/^[A-Za-z0-9_.-]+$/.test(name))
      .map((name) => `name ${name}`),
    ...[...api.schemas].flatMap(([name, schema]) =>
      faultsOfSchema(schema, name, api),
    ),
    ...api.operations.flatMap((operation) => faultsOfOperation(operation, api)),
    ...(api.servers.length === 0 ? ["no server"] : []),
  ];
}

function faultsOfOperation(operation: Operation, api: Api): string[] {
  const { method, path, parameters, body, responses, security } = operation;
  const at = `${method} ${path}`;
  const media = [body, ...responses].flatMap((holder) => holder?.media ?? []);
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)].map(
    ([, name]) => name,
  );
  const declared = parameters.filter((parameter) => parameter.in === "path");
  return [
    ...[...parameters, ...media].flatMap(({ schema }) =>
      faultsOfSchema(schema, at, api),
    ),
    ...declared
      .filter(({ name, required }) => !required || !placeholders.includes(name))
      .map(({ name }) => `${at}: ${name}`),
    ...placeholders
      .filter((name) => !declared.some((parameter) => parameter.name === name))
      .map((name) => `${at}: {${name ?? ""}}`),
    ...security
      .flat()
      .filter((scheme) => !api.securitySchemes.has(scheme))
      .map((scheme) => `${at}: ${scheme}`),
    ...(path.startsWith("/") ? [] : [`${at}: no slash`]),
  ];
}

function faultsOfSchema(schema: unknown, at: string, api: Api): string[] {
  if (!isObject(schema))
    return [`${at}: ${JSON.stringify(schema)} is no schema`];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const here = `${at}/${keyword}`;
    const kind = KEYWORDS.get(keyword);
    if (kind === undefined || kind === "ignored") return [here];
    if (keyword === "$ref")
      return resolves(value, api) ? [] : [`${here}: ${String(value)}`];
    if (keyword === "discriminator") {
      const { mapping = {} } = value as { mapping?: object };
      return Object.values(mapping).every((target) => resolves(target, api))
        ? []
        : [here];
    }
    if (keyword === "pattern") return compiles(String(value)) ? [] : [here];
    if (kind === "schema-list") return listFaults(value, here, api);
    if (kind === "schema-map")
      return Object.values(value as object).flatMap((item) =>
        faultsOfSchema(item, here, api),
      );
    if (kind === "schema-or-flag" && typeof value === "boolean") return [];
    if (kind === "schema" || kind === "schema-or-flag")
      return faultsOfSchema(value, here, api);
    return [];
  });
}

function listFaults(list: unknown, at: string, api: Api): string[] {
  return Array.isArray(list) && list.length > 0
    ? list.flatMap((item) => faultsOfSchema(item, at, api))
    : [at];
}

function resolves(reference: unknown, api: Api): boolean {
  const [, name = ""] = /^#\/\$defs\/(.+)$/.exec(String(reference)) ?? [];
  return api.schemas.has(name);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
