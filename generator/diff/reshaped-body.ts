import { propertiesOf } from "../runtime.js";
import { createDifference, type Difference } from "./change.js";
import { mapPair, shortenText } from "./schema-change.js";
import type { ComponentSurface } from "./surface.js";

/** Most characters of the names of properties that are shown. */
const MAX_NAMES = 160;

/** Body that is one argument in one version, such as a `oneOf`, and whose properties are arguments in the other. */
interface ReshapedBody {
  /** Argument that takes the body as a whole. */
  readonly argument: string;
  /** Properties that are arguments in the other version alone. */
  readonly propertyNames: readonly string[];
  /** True if the new version has the one argument. */
  readonly isGathered: boolean;
}

/** Finds a body that is reshaped between two versions of a component; null if there is none. */
export function findReshapedBody(
  oldComponent: ComponentSurface,
  newComponent: ComponentSurface,
): ReshapedBody | null {
  const [oldArgument, newArgument] = mapPair(
    oldComponent,
    newComponent,
    ({ parameters }) =>
      [...parameters.values()].find((parameter) => parameter.in === "body")
        ?.argument,
  );
  const argument = newArgument ?? oldArgument;
  const isGathered = newArgument !== undefined;
  const isInBoth = isGathered && oldArgument !== undefined;
  const [flatComponent, otherComponent] = isGathered
    ? [oldComponent, newComponent]
    : [newComponent, oldComponent];
  if (argument === undefined || isInBoth) return null;
  if (flatComponent.definition["body"] === undefined) return null;
  const propertyNames = propertiesOf(flatComponent.input)
    .map(([name]) => name)
    .filter(
      (name) =>
        name !== argument &&
        !flatComponent.parameters.has(name) &&
        !otherComponent.parameters.has(name),
    );
  return propertyNames.length === 0
    ? null
    : { argument, propertyNames, isGathered };
}

/** True if a change of the arguments, at a path, is part of what `describeReshaped` reports. */
export function isReshaped(path: string, body: ReshapedBody | null): boolean {
  return (
    body !== null &&
    (path === body.argument || body.propertyNames.includes(path))
  );
}

/** Reports a reshaped body as one difference, and not as arguments that went and came. */
export function describeReshaped(body: ReshapedBody | null): Difference[] {
  if (body === null) return [];
  const { argument, isGathered, propertyNames } = body;
  const names = shortenText(propertyNames.join(", "), MAX_NAMES);
  const text = isGathered
    ? `argument ${argument}: takes the whole body now, instead of the arguments ${names}`
    : `argument ${argument}: removed, its properties are now the arguments ${names}`;
  const effect = { impact: "argument-required", model: "schema" } as const;
  return [createDifference("argument", text, effect)];
}
