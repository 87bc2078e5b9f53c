import type { ArgumentSettings, Override } from "../config/config.js";
import { isSecretArgument } from "../describe/secret-names.js";
import { ToolwrightError, type Finding, type Problem } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { flattenSchema } from "../schema/flatten-schema.js";
import { dereference } from "../schema/object-shape.js";
import { compareCodeUnits } from "../shared/order.js";
import { groupBy } from "../shared/group-by.js";
import { suggestNames } from "../shared/suggest.js";
import type { Argument } from "./arguments.js";
import type { PlannedComponent } from "./component.js";
import { toCredentialHint } from "./credential-overlay.js";

type SettingsByName = Readonly<Record<string, ArgumentSettings>>;

/** Override of one operation in which `arguments` of it and of the config are settled, by the names in the tool. */
export interface SettledOverride extends Override {
  readonly arguments?: Readonly<
    Record<string, { readonly description: string }>
  >;
  /** Environment variables whose values are sent, by argument. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Settled override, and what it was settled from. */
export interface SettledArguments {
  readonly override: SettledOverride;
  /** Names of properties of the body that `arguments` sets: a resource sends none. */
  readonly bodyNames: ReadonlySet<string>;
  /** Names in the config's own `arguments` that the operation has. */
  readonly usedNames: readonly string[];
  /** Names in the override's `arguments`. */
  readonly ownNames: readonly string[];
  /** Those that the operation doesn't have. */
  readonly missingNames: readonly string[];
}

/** Names of arguments that callers don't see. */
export function hiddenNamesOf({
  fixed = {},
  hide = [],
  variables = {},
}: SettledOverride): string[] {
  return [...hide, ...Object.keys(fixed), ...Object.keys(variables)];
}

interface SettleContext {
  readonly api: Api;
  /** All arguments of the operation, with those of its body. */
  readonly args: readonly Argument[];
  /** Settings of the config, for all operations that have the argument. */
  readonly settings: SettingsByName;
  /** True if the document is Swagger 2.0. */
  readonly isSwagger: boolean;
}

/**
 * Settles what holds for the arguments of one operation: its override comes before the config's `arguments`, and these
 * before the document. Names are those in the tool, or in the document. Throws a ToolwrightError for a secret, and for a
 * required argument that is hidden.
 */
export function settleArguments(
  operation: Operation,
  override: Override,
  { api, args, isSwagger, settings }: SettleContext,
): SettledArguments {
  const own = override.arguments ?? {};
  const fixed = new Map(Object.entries(override.fixed ?? {}));
  const hide = new Set(override.hide);
  const shortNames = new Set([...fixed.keys(), ...hide]);
  const descriptions = new Map<string, { readonly description: string }>();
  const variables = new Map<string, string>();
  const bodyNames = new Set<string>();
  const problems: Problem[] = [];
  const place = { pointer: operation.pointer, code: "bad-argument" };
  for (const argument of args) {
    const { name, required } = argument;
    const ownSettings = findSettings(argument, own);
    const commonSettings = findSettings(argument, settings);
    if (ownSettings === undefined && commonSettings === undefined) continue;
    if (argument.in === "body" && !shortNames.has(name)) bodyNames.add(name);
    const description = ownSettings?.description ?? commonSettings?.description;
    if (description !== undefined) descriptions.set(name, { description });
    const isOwn = shortNames.has(name) || decides(ownSettings);
    const {
      env,
      hide: isHidden,
      value,
    } = (isOwn ? ownSettings : commonSettings) ?? {};
    const isSent = env !== undefined || value !== undefined;
    if (isSent && isSecretArgument(name, dereference(argument.schema, api), []))
      problems.push({
        ...place,
        code: "secret-argument",
        message: `The value of ${argument.wireName} of ${operationKey(operation)} is a secret, and only credentials are masked in logs and errors.`,
        hint: toCredentialHint(argument, api, isSwagger),
      });
    if (isHidden === true && required)
      problems.push({
        ...place,
        message: `The option arguments hides ${argument.wireName}, which ${operationKey(operation)} requires.`,
        hint: "Set its value with `value` or `env` instead.",
      });
    if (isHidden === true) hide.add(name);
    if (value !== undefined) fixed.set(name, value);
    if (env !== undefined) variables.set(name, env);
  }
  if (problems.length > 0) throw new ToolwrightError(problems);
  const isUsed = (name: string, settingsByName: SettingsByName) =>
    args.some((argument) => matches(argument, name, settingsByName[name]));
  const missingNames = Object.keys(own).filter((name) => !isUsed(name, own));
  // A field inside of an argument is hidden as `hide` names it.
  for (const name of missingNames)
    if (name.includes(".") && own[name]?.hide === true) hide.add(name);
  return {
    override: {
      ...override,
      arguments: Object.fromEntries(descriptions),
      ...(fixed.size > 0 && { fixed: Object.fromEntries(fixed) }),
      ...(hide.size > 0 && { hide: [...hide] }),
      variables: Object.fromEntries(variables),
    },
    bodyNames,
    usedNames: Object.keys(settings).filter((name) => isUsed(name, settings)),
    ownNames: Object.keys(own),
    missingNames: missingNames.filter((name) => !hide.has(name)),
  };
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

/** True if settings say whether callers see an argument, and what is sent. */
function decides({ env, hide, value }: ArgumentSettings = {}): boolean {
  return env !== undefined || hide !== undefined || value !== undefined;
}

/** Settings of an argument: by its name in the tool, otherwise in the document. */
export function findSettings(
  argument: Pick<Argument, "in" | "name" | "wireName">,
  settingsByName: SettingsByName,
): ArgumentSettings | undefined {
  const entries = Object.entries(settingsByName).filter(([name, settings]) =>
    matches(argument, name, settings),
  );
  const exactEntry = entries.find(([name]) => name === argument.name);
  return (exactEntry ?? entries[0])?.[1];
}

function matches(
  argument: Pick<Argument, "in" | "name" | "wireName">,
  name: string,
  settings: ArgumentSettings | undefined,
): boolean {
  const { in: location = argument.in } = settings ?? {};
  if (location !== argument.in) return false;
  if (argument.name === name || argument.wireName === name) return true;
  // Case means nothing in the name of a header.
  const isHeader = argument.in === "header";
  return isHeader && argument.wireName.toLowerCase() === name.toLowerCase();
}

/** Name in the lock of an argument that an override names. */
export function toArgumentMark(operation: Operation, name: string): string {
  return `${operationKey(operation)} arguments.${name}`;
}

/**
 * Reports arguments that an override names and the document has lost. Throws a ToolwrightError for one that never
 * existed.
 */
export function checkOwnArguments(
  operation: Operation,
  missingNames: readonly string[],
  {
    args,
    isFormer,
  }: {
    readonly args: readonly Argument[];
    readonly isFormer: (name: string) => boolean;
  },
): Finding[] {
  const names = args.map(({ name }) => name);
  const hintOf = (name: string) =>
    `${suggestNames(name, names)}Its arguments are ${names.join(", ") || "none"}.`;
  const unknownNames = missingNames.filter((name) => !isFormer(name));
  const subject = `The override of ${operationKey(operation)} names the argument`;
  if (unknownNames.length > 0)
    throw new ToolwrightError(
      unknownNames.map((name) => ({
        pointer: operation.pointer,
        code: "bad-override",
        message: `${subject} ${JSON.stringify(name)}, which does not exist.`,
        hint: hintOf(name),
      })),
    );
  return missingNames.map((name) => ({
    severity: "warning",
    code: "lost-argument",
    pointer: operation.pointer,
    message: `${subject} ${JSON.stringify(name)}, which the document no longer has.`,
    hint: hintOf(name),
  }));
}

/** Reports names in the option `arguments` that every operation has lost. Throws a ToolwrightError for one that never existed. */
export function checkArgumentNames(
  names: readonly string[],
  {
    isFormer,
    knownNames,
    usedNames,
  }: {
    /** Names that some operation has. */
    readonly usedNames: ReadonlySet<string>;
    /** Names of all arguments, in tools and in the document. */
    readonly knownNames: ReadonlySet<string>;
    /** True for a name that an operation of the last run had. */
    readonly isFormer: (name: string) => boolean;
  },
): Finding[] {
  const missingNames = names.filter((name) => !usedNames.has(name));
  const unknownNames = missingNames.filter((name) => !isFormer(name));
  if (unknownNames.length > 0)
    throw new ToolwrightError(
      unknownNames.map((name) => ({
        code: "unknown-argument",
        message: `The option arguments names ${JSON.stringify(name)}, which no operation has.`,
        hint:
          suggestNames(name, knownNames).trimEnd() ||
          "Use its name in the document, or in the tool, and in `in` its place.",
      })),
    );
  return missingNames.map((name) => ({
    severity: "warning",
    code: "lost-argument",
    message: `The option arguments names ${JSON.stringify(name)}, which no operation has any more.`,
    hint: `${suggestNames(name, knownNames)}Use the name of another argument, or remove it.`,
  }));
}

/** Environment variable whose value is sent for an argument. */
export interface ArgumentVariable {
  /** Key in the client: the argument, or `GET /pets limit` if it has other variables elsewhere. */
  readonly key: string;
  readonly variable: string;
  /** Name of the argument in the tool. */
  readonly argument: string;
  readonly description: string;
  /** True if every component sends it. */
  readonly isEverywhere: boolean;
  /** Value for tests. */
  readonly sample: string;
}

/** Environment variables of the arguments of one API, sorted by key. */
export function planVariables(
  components: readonly Pick<
    PlannedComponent,
    "hiddenArgs" | "override" | "requestSpec"
  >[],
): ArgumentVariable[] {
  const uses = components.flatMap(({ hiddenArgs, override, requestSpec }) =>
    Object.entries(override.variables ?? {}).map(([name, variable]) => {
      const argument = hiddenArgs.find((candidate) => candidate.name === name);
      return [
        name,
        { variable, argument, request: requestSpec.request },
      ] as const;
    }),
  );
  const planned = [...groupBy(uses)].flatMap(([argument, namesakes]) => {
    const byVariable = groupBy(
      namesakes.map((use) => [use.variable, use] as const),
    );
    const [commonVariable] = [...byVariable].sort(
      ([a, m], [b, n]) => n.length - m.length || compareCodeUnits(a, b),
    )[0] ?? [""];
    return [...byVariable].flatMap(([variable, usesOfVariable]) => {
      const [use] = usesOfVariable;
      const schema = use?.argument?.schema ?? {};
      const { description = "" } = schema;
      const entry = {
        variable,
        argument,
        description: typeof description === "string" ? description : "",
        isEverywhere: usesOfVariable.length === components.length,
        sample: sampleOf(schema),
      };
      return variable === commonVariable
        ? [{ ...entry, key: argument }]
        : usesOfVariable.map(({ request }) => ({
            ...entry,
            key: `${request} ${argument}`,
          }));
    });
  });
  return planned.sort((a, b) => compareCodeUnits(a.key, b.key));
}

/** Text of a variable that an argument of this schema takes. */
function sampleOf(schema: Argument["schema"]): string {
  const { default: usual, enum: values, type } = schema;
  const value =
    usual ?? (Array.isArray(values) ? (values[0] as unknown) : null);
  if (typeof value === "string") return value;
  if (value !== null && value !== undefined) return JSON.stringify(value);
  const [firstType] = [type].flat();
  return (
    { integer: "1", number: "1", boolean: "true", array: "[]", object: "{}" }[
      String(firstType)
    ] ?? "example"
  );
}

/** Form of a variable's value: text as it is, or JSON for a field of the body that takes no text. */
export function variableFormOf(
  { in: location, schema }: Argument,
  api: Api,
): "json" | "text" {
  if (location !== "body") return "text";
  const types = flattenSchema(schema, api.schemas).flatMap(
    ({ type }) => type ?? [],
  );
  return types.length === 0 || types.includes("string") ? "text" : "json";
}
