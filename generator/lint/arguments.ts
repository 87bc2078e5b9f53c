import {
  collectAllOf,
  propertiesOf,
  requiredOf,
  type Schemas,
} from "../runtime.js";
import { isSecretArgument } from "../describe/secret-names.js";
import type { Schema } from "../model.js";
import { inlineRefs } from "../schema/inline-refs.js";
import { isSchema } from "../schema/object-shape.js";
import { jsonBytes } from "../schema/reference-graph.js";
import { subschemas } from "../schema/walk.js";
import { formatThousands } from "../shared/format-number.js";
import { toWord } from "../shared/json.js";
import { findArgument } from "./argument-places.js";
import {
  createFinding,
  cureByOption,
  cureByOverride,
  cureInModule,
} from "./cures.js";
import type { Cure, LintFinding } from "./findings.js";
import { resolveSchema } from "./resolve-schema.js";
import type { LintedArgument, LintedTool } from "./tools.js";

/** Bytes of arguments from which on a tool is reported. */
export const MAX_ARGUMENT_BYTES = 8_192;

/** Finds a tool whose arguments take much of the list. */
export function lintSize(tool: LintedTool): LintFinding[] {
  const bytes = jsonBytes(tool.listInput());
  if (bytes <= MAX_ARGUMENT_BYTES) return [];
  const steps = ["body"];
  return [
    createFinding(tool, {
      rule: "large-arguments",
      message: `Its arguments take ${formatThousands(bytes)} bytes of the tool list.`,
      steps,
      cure: cureSize(tool, bytes),
    }),
  ];
}

/** Most arguments and fields that one cure hides. */
const MAX_HIDDEN = 5;

/** Cure of large arguments: hides the largest that may be left out, until the others are small enough. */
function cureSize(tool: LintedTool, bytes: number): Cure {
  const advice = "Hide arguments that callers don't need";
  if (tool.operation === null) return cureInModule(tool, ["arguments"], advice);
  const hiddenNames: string[] = [];
  let remainingBytes = bytes;
  const optionalFields = findOptionalFields(tool);
  for (const field of optionalFields.sort((a, b) => b.bytes - a.bytes)) {
    const isDone =
      remainingBytes <= MAX_ARGUMENT_BYTES || hiddenNames.length === MAX_HIDDEN;
    if (isDone) break;
    hiddenNames.push(field.path);
    remainingBytes -= field.bytes;
  }
  if (hiddenNames.length === 0)
    return cureByOption(
      'The API requires all of them. Set tools: "search" in the config, with which a model reads the arguments of a tool only if it needs them.',
    );
  const names = hiddenNames.map((name) => JSON.stringify(name)).join(", ");
  return cureByOverride(tool, advice, `{ hide: [${names}] }`);
}

/** Arguments that may be left out, and such fields of required ones, with the bytes that they take in the list. */
function findOptionalFields(tool: LintedTool) {
  const listed = tool.listInput();
  const { $defs } = { ...tool.schemas, ...listed } as Pick<Schemas, "$defs">; // a listing with references has its own
  const measure = (schema: Schema) =>
    jsonBytes(inlineRefs(schema, { arguments: {}, $defs }) ?? schema);
  const listedProperties = new Map(propertiesOf(listed));
  return tool.args.flatMap(({ name, required }) => {
    const schema = listedProperties.get(name);
    if (schema === undefined) return [];
    if (!required) return [{ path: name, bytes: measure(schema) }];
    const parts = collectAllOf(schema, $defs, new Set());
    const requiredNames = new Set(parts.flatMap(requiredOf));
    return parts
      .flatMap(propertiesOf)
      .filter(([field]) => !requiredNames.has(field) && !field.includes("."))
      .map(([field, fieldSchema]) => ({
        path: `${name}.${field}`,
        bytes: measure(fieldSchema),
      }));
  });
}

/** Names around a `token` that is a position or a word: of pages, or of a model's text. */
const TEXT_OR_PAGE =
  /^(?:bytes|cursor|logprobs?|page|pages|paging|pagination|top_logprobs)$/i;

/** Names of objects that tell who changed something last: documents expand them to users with their passwords. */
const AUTHOR =
  /^(?:user_)?(?:created|modified|updated|uploaded)(?:_(?:by|user))?$/i;

/** Levels of an argument that are searched, and schemas in all. */
const [MAX_DEPTH, MAX_SCHEMAS] = [2, 2_000];

/** Finds arguments, and properties inside of them, that ask a model for a secret. */
export function lintSecrets(tool: LintedTool): LintFinding[] {
  return tool.args.flatMap((argument) =>
    findSecrets(tool, argument).map((secret) =>
      reportSecret(tool, argument, secret),
    ),
  );
}

/** Field of an argument that is a secret. */
interface Secret {
  /** Steps to it; empty for the argument itself. */
  readonly steps: readonly string[];
  /** True if the object around it requires it. */
  readonly isRequired: boolean;
}

function findSecrets(
  tool: LintedTool,
  { name, required, schema }: LintedArgument,
): Secret[] {
  if (isSecretArgument(name, schema, []))
    return [{ steps: [], isRequired: required }];
  const secretPaths = new Map<string, Secret>();
  const visited = new Set<Schema>();
  const queue = [{ schema, steps: [] as readonly string[] }];
  for (const { schema: part, steps } of queue) {
    if (visited.has(part) || queue.length > MAX_SCHEMAS) continue;
    visited.add(part);
    const follow = (subschema: Schema) =>
      resolveSchema(subschema, tool.schemas.$defs);
    const { properties, items } = part;
    const siblings = Object.keys(isSchema(properties) ? properties : {});
    for (const [property, value] of Object.entries(
      isSchema(properties) ? properties : {},
    )) {
      if (!isSchema(value)) continue;
      const propertySchema = follow(value);
      const propertySteps = [...steps, property];
      const around = [name, ...steps, ...siblings];
      if (
        property.toLowerCase() === "token" &&
        around.some((text) => TEXT_OR_PAGE.test(text))
      )
        continue;
      if (isSecretArgument(property, propertySchema, siblings))
        secretPaths.set(propertySteps.join("."), {
          steps: propertySteps,
          isRequired: requiredOf(part).includes(property),
        });
      else if (propertySteps.length < MAX_DEPTH && !AUTHOR.test(property))
        queue.push({ schema: propertySchema, steps: propertySteps });
    }
    if (isSchema(items)) queue.push({ schema: follow(items), steps });
    for (const branch of subschemas(part, ["allOf", "anyOf", "oneOf"]))
      queue.push({ schema: follow(branch), steps });
  }
  return [...secretPaths.values()];
}

function reportSecret(
  tool: LintedTool,
  argument: LintedArgument,
  { isRequired, steps: innerSteps }: Secret,
): LintFinding {
  const path = [argument.name, ...innerSteps].join(".");
  const place = findArgument(tool, argument, innerSteps);
  return createFinding(tool, {
    rule: "secret-argument",
    argument: path,
    message: `A model is asked for ${toWord(path)}, so that the secret is in its context.`,
    ...place,
    cure: cureSecret(tool, argument, isRequired ? argument.name : path),
  });
}

/** Cure of a secret: hidden if it may be left out; otherwise a security scheme, or a value that the handler adds. */
function cureSecret(
  tool: LintedTool,
  { name, required, steps }: LintedArgument,
  hiddenName: string,
) {
  const { component } = tool.operation ?? {};
  const parameter = component?.args.find(
    (planned) => planned.name === name,
  )?.parameter;
  if (component !== undefined && (!required || hiddenName !== name))
    return cureByOverride(
      tool,
      "Hide it",
      `{ hide: [${JSON.stringify(hiddenName)}] }`,
    );
  if (parameter?.in === "header" || parameter?.in === "query") {
    const scheme = { type: "apiKey", in: parameter.in, name: parameter.name };
    return {
      kind: "overlay",
      text: `Declare the security scheme ${JSON.stringify(scheme)} in the document and name it in the operation's security, so that the server sends it from its environment.`,
      isCertain: false,
    } as const;
  }
  return cureInModule(
    tool,
    steps,
    "Remove the argument, and add the secret in the handler,",
  );
}
