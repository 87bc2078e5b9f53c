import type { Override } from "../config/config.js";

/** Override of one operation in which `arguments` of it and of the config are settled, by the names in the tool. */
export interface SettledOverride extends Override {
  readonly arguments?: Readonly<
    Record<string, { readonly description: string }>
  >;
  /** Environment variables whose values are sent, by argument. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Names of arguments that callers don't see. */
export function hiddenNamesOf({
  fixed = {},
  hide = [],
  variables = {},
}: SettledOverride): string[] {
  return [...hide, ...Object.keys(fixed), ...Object.keys(variables)];
}

/** Override without what it says of these names: properties of a body that a resource doesn't send. */
export function withoutArguments(
  override: SettledOverride,
  names: ReadonlySet<string>,
): SettledOverride {
  if (names.size === 0) return override;
  const omitNames = <Value>(record: Readonly<Record<string, Value>> = {}) =>
    Object.fromEntries(
      Object.entries(record).filter(([name]) => !names.has(name)),
    );
  const { arguments: descriptions, fixed, hide, variables } = override;
  return {
    ...override,
    arguments: omitNames(descriptions),
    ...(fixed && { fixed: omitNames(fixed) }),
    ...(hide && { hide: hide.filter((name) => !names.has(name)) }),
    variables: omitNames(variables),
  };
}
