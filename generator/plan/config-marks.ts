import type { ResolvedConfig } from "../config/resolve-config.js";
import { moduleFolderOf } from "../config/source-name.js";
import { kebabCase } from "../describe/identifiers.js";
import { toSlug } from "../shared/slug.js";
import { operationKey, type Api, type Operation } from "../model.js";
import { toArgumentMark } from "./argument-settings.js";
import { toLockKey, type PlannedComponent } from "./component.js";
import { toFieldMark } from "./selected-fields.js";
import type { ConfigMark } from "../project/config-marks.js";

interface MarkContext {
  readonly api: Api;
  readonly components: readonly PlannedComponent[];
  readonly settings: ResolvedConfig;
  /** Path of a component's module. */
  readonly pathOf: (component: PlannedComponent) => string;
  /** Mark of a name whose operation the last run had. */
  readonly findFormer: (name: string) => ConfigMark | undefined;
}

/** Marks of the operations that the overrides and `include` of one API name, those that the document has lost included. */
export function markOverrides(context: MarkContext): ConfigMark[] {
  const { api, components, findFormer, pathOf, settings } = context;
  const names = new Set([
    ...Object.keys(settings.overrides),
    ...settings.include,
  ]);
  return [...names].flatMap((name) => {
    const operation = api.operations.find(
      (candidate) =>
        candidate.operationId === name || operationKey(candidate) === name,
    );
    if (operation === undefined) return findFormer(name) ?? [];
    const component = components.find(
      (candidate) =>
        operationKey(candidate.operation) === operationKey(operation),
    );
    return component === undefined
      ? markExcluded(name, operation, context)
      : {
          name,
          path: pathOf(component),
          key: component.lockKey,
          isGone: false,
        };
  });
}

/** Marks of the fields that overrides name, those that the document has lost included. */
export function markFields({
  components,
  pathOf,
}: Pick<MarkContext, "components" | "pathOf">): ConfigMark[] {
  const marks = components.flatMap((component) =>
    component.response.namedFields.map((field): ConfigMark => ({
      name: toFieldMark(component.operation, field),
      path: pathOf(component),
      key: component.lockKey,
      isGone: false,
    })),
  );
  // Several components of one operation have the same fields.
  return [...new Map(marks.map((mark) => [mark.name, mark])).values()];
}

/** Marks of the components that options name by the names that clients see. */
export function markComponents(
  names: readonly string[],
  {
    components,
    findFormer,
    pathOf,
  }: Pick<MarkContext, "components" | "findFormer" | "pathOf">,
): ConfigMark[] {
  return names.flatMap((name) => {
    const component = components.find((candidate) => candidate.name === name);
    return component === undefined
      ? (findFormer(name) ?? [])
      : {
          name,
          path: pathOf(component),
          key: component.lockKey,
          isGone: false,
        };
  });
}

/** Mark of an operation that the config leaves out, at the path that its tool had or would have. */
function markExcluded(
  name: string,
  operation: Operation,
  { findFormer, settings: { source } }: MarkContext,
): ConfigMark {
  const file = toSlug(kebabCase(name));
  return {
    name,
    path:
      findFormer(name)?.path ??
      `${moduleFolderOf(source)}tools/${file || "operation"}.ts`,
    key: toLockKey(source, "tool", operation),
    isGone: false,
  };
}

/** Marks of the arguments that the config names, so that one which the document loses is no error. */
export function markArguments({
  components,
  findFormer,
  pathOf,
  settings,
}: Omit<MarkContext, "api">): ConfigMark[] {
  const toMark = (
    name: string,
    component: PlannedComponent | undefined,
  ): ConfigMark[] => {
    const mark =
      component === undefined
        ? findFormer(name)
        : { name, path: pathOf(component), key: component.lockKey };
    // Its module is there, whether the argument is or not.
    return mark === undefined || /[\t\r\n]/.test(name)
      ? []
      : [{ ...mark, isGone: false }];
  };
  const commonMarks = Object.keys(settings.arguments).flatMap((name) =>
    toMark(
      `arguments.${name}`,
      components.find(({ settledNames }) => settledNames.common.includes(name)),
    ),
  );
  const ownMarks = components.flatMap((component) =>
    component.settledNames.own.flatMap((name) =>
      toMark(toArgumentMark(component.operation, name), component),
    ),
  );
  return [...commonMarks, ...ownMarks];
}
