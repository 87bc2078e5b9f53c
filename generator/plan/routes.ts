import { argumentNameOf } from "../describe/identifiers.js";
import { type Operation, operationKey } from "../model.js";
import { checkOwnArguments, toArgumentMark } from "./argument-settings.js";
import { visibleParametersOf } from "./arguments.js";
import {
  type ComponentKind,
  createClassifier,
  reportUnmatchedRules,
  withPatternTimeout,
} from "./classify.js";
import { type ArgumentUse, settleOperation } from "./component.js";
import { onlyHeaderValueOf } from "./declared-headers.js";
import type { OperationNames } from "./names.js";
import type { PlanningContext } from "./planning-context.js";
import { securityOf } from "./security.js";
import { hiddenNamesOf } from "./settled-override.js";

/** Component that an operation becomes, with the settings that hold for it. */
export interface Route {
  readonly operation: Operation;
  readonly names: OperationNames;
  readonly settled: ReturnType<typeof settleOperation>;
  readonly kind: ComponentKind;
  /** Kinds of all components that the operation becomes. */
  readonly kinds: readonly ComponentKind[];
}

/** Decides which components each operation becomes, and which names of arguments the API and its config have. */
export function classifyRoutes(
  context: PlanningContext,
  names: ReadonlyMap<string, OperationNames>,
): { readonly routes: readonly Route[]; readonly argumentUse: ArgumentUse } {
  const { api, findings, options } = context;
  const usedNames = new Set<string>();
  const knownNames = new Set<string>();
  const operations = api.operations.map((operation) =>
    settleHints(operation, context),
  );
  const routes = withPatternTimeout(options, () => {
    const classify = createClassifier(options.routeMaps);
    const classifiedRoutes = operations.flatMap((operation): Route[] => {
      const settled = settleOperation(
        operation,
        context.overrides(operation),
        context,
      );
      for (const name of settled.usedNames) usedNames.add(name);
      for (const { name, wireName } of settled.args)
        knownNames.add(name).add(wireName);
      const operationNames = names.get(operationKey(operation));
      if (operationNames === undefined || !isServed(operation, context))
        return [];
      findings.push(...reportOwnArguments(operation, settled, context));
      // A resource is read without arguments that no one is asked for.
      const parameters = visibleParametersOf(
        operation,
        api,
        findHiddenNames(settled),
      ).filter((parameter) => onlyHeaderValueOf(parameter, api) === undefined);
      const kinds = classify({ ...operation, parameters }, findings);
      return kinds.map((kind) => ({
        ...{ operation, settled, kind, kinds },
        names: operationNames,
      }));
    });
    findings.push(...reportUnmatchedRules(options.routeMaps, operations));
    return classifiedRoutes;
  });
  return { routes, argumentUse: { usedNames, knownNames } };
}

/** Operation with the tags, the security and the visibility that the config gives it. */
function settleHints(
  operation: Operation,
  { api, isIncluded, options, overrides }: PlanningContext,
): Operation {
  const override = overrides(operation);
  const { exclude, tags = operation.tags } = override;
  const { include = [] } = options;
  const isNamed = include.length > 0 && isIncluded(operation);
  const hiddenBy =
    exclude === false || isNamed ? null : operation.hints.hiddenBy;
  return {
    ...operation,
    tags,
    security: securityOf(operation, override, api, options),
    hints: { ...operation.hints, hiddenBy },
  };
}

/** True if the config leaves an operation in. */
function isServed(
  operation: Operation,
  { hasWantedTags, isIncluded, overrides }: PlanningContext,
): boolean {
  return (
    overrides(operation).exclude !== true &&
    isIncluded(operation) &&
    hasWantedTags(operation)
  );
}

function reportOwnArguments(
  operation: Operation,
  { args, missingNames }: Route["settled"],
  { isFormer }: PlanningContext,
) {
  return checkOwnArguments(operation, missingNames, {
    args,
    isFormer: (name) => isFormer(toArgumentMark(operation, name)),
  });
}

/** Names of the arguments that callers don't see, in the tool and in the document. */
function findHiddenNames({ args, override }: Route["settled"]): string[] {
  const hiddenArguments = hiddenNamesOf(override);
  return [
    ...hiddenArguments,
    ...args
      .filter(({ name }) => hiddenArguments.includes(name))
      .flatMap(({ parameter }) =>
        parameter ? [argumentNameOf(parameter)] : [],
      ),
  ];
}
