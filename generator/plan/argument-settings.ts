import type { ArgumentSettings, Override } from "../config/config.js";
import { isSecretArgument } from "../describe/secret-names.js";
import { ToolwrightError, type Finding, type Problem } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { dereference } from "../schema/object-shape.js";
import { suggestNames } from "../shared/suggest.js";
import type { Argument } from "./arguments.js";
import { toCredentialHint } from "./credential-overlay.js";
import type { SettledOverride } from "./settled-override.js";

type SettingsByName = Readonly<Record<string, ArgumentSettings>>;

/** Settled override, and what it was settled from. */
export interface SettledArguments {
  readonly override: SettledOverride;
  /** Names of properties of the body that `arguments` sets: a resource sends none. */
  readonly bodyNames: ReadonlySet<string>;
  /** Names in the config's own `arguments` that the operation has. */
  readonly usedNames: readonly string[];
  /** Names in the override's `arguments`. */
  readonly ownNames: readonly string[];
  /** Names among them that the operation doesn't have. */
  readonly missingNames: readonly string[];
}

interface SettleContext {
  readonly api: Api;
  /** Arguments of the operation, with those of its body. */
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
  const ownByName = override.arguments ?? {};
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
    const ownSettings = findSettings(argument, ownByName);
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
  const missingNames = Object.keys(ownByName).filter(
    (name) => !isUsed(name, ownByName),
  );
  // A field inside of an argument is hidden as `hide` names it.
  for (const name of missingNames)
    if (name.includes(".") && ownByName[name]?.hide === true) hide.add(name);
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
    ownNames: Object.keys(ownByName),
    missingNames: missingNames.filter((name) => !hide.has(name)),
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
