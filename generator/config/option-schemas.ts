import type { OptionCheck, OptionSchema } from "./validate.js";
import { RouteType } from "./route-map.js";

const SOME_TEXT = { type: "string", minLength: 1 } as const;
const SOME_TEXTS = { type: "array", items: SOME_TEXT } as const;

export const TEXT: OptionCheck = { expected: "a text", schema: SOME_TEXT };
export const PATH: OptionCheck = { ...TEXT, isPath: true };
export const PATHS: OptionCheck = {
  expected: "a list of files",
  schema: SOME_TEXTS,
  isPath: true,
};
export const NAMES: OptionCheck = {
  expected: "a list of names",
  schema: SOME_TEXTS,
};

const ROUTE_TYPE = { type: "string", enum: Object.keys(RouteType) } as const;

export const ROUTE_MAPS: OptionCheck = {
  expected: "a list of { methods, pattern, tags, routeType }",
  schema: {
    type: "array",
    items: {
      description:
        'Such as { methods: ["GET"], pattern: "^/admin/", routeType: "TOOL" }.',
      ...objectOf(
        {
          methods: {
            description: "HTTP methods, or `*`. None: all.",
            anyOf: [{ type: "string", enum: ["*"] }, SOME_TEXTS],
          },
          pattern: {
            description: "Regular expression, searched anywhere in the path.",
            type: "string",
          },
          tags: {
            description: "Tags that the operation must have, all of them.",
            ...SOME_TEXTS,
          },
          routeType: {
            description:
              "What the route becomes; several give several components.",
            anyOf: [ROUTE_TYPE, { type: "array", items: ROUTE_TYPE }],
          },
        },
        ["routeType"],
      ),
    },
  },
};

/** What a team decides about single operations. */
export const OVERRIDES: OptionCheck = {
  expected: "an object of changes by operationId or METHOD /path",
  schema: {
    type: "object",
    additionalProperties: objectOf({
      annotations: {
        description: "Hints that differ from those of the method.",
        ...objectOf({
          readOnlyHint: { type: "boolean" },
          destructiveHint: { type: "boolean" },
          idempotentHint: { type: "boolean" },
          openWorldHint: { type: "boolean" },
        }),
      },
      arguments: {
        description: "What callers are told of arguments, by name.",
        type: "object",
        additionalProperties: objectOf({ description: SOME_TEXT }, [
          "description",
        ]),
      },
      confirm: {
        description:
          "`person` or `person-or-repeat`, who is asked, or the argument whose value `confirm` must repeat.",
        ...SOME_TEXT,
      },
      contentType: { description: "Media type to send.", ...SOME_TEXT },
      description: { description: "What it is told to do.", ...SOME_TEXT },
      exclude: { description: "Not served.", type: "boolean" },
      fixed: {
        description: "Arguments that always have this value, by name.",
        type: "object",
      },
      hide: {
        description: "Arguments that are neither asked for nor sent.",
        ...SOME_TEXTS,
      },
      keywords: {
        description: "Words to find it by besides its own.",
        ...SOME_TEXTS,
      },
      name: {
        // What all known clients and models take.
        description:
          "Its name: up to 64 letters, digits and underscores, with no digit in front; some clients refuse others.",
        type: "string",
        pattern: "^[A-Za-z_][A-Za-z0-9_]{0,63}$",
      },
      pages: {
        description: "Pages of its list that are joined, at most.",
        type: "integer",
        minimum: 2,
        maximum: 20,
      },
      poll: {
        description:
          "Asked for again until this field of its answer has one of these values.",
        ...objectOf({ status: SOME_TEXT, done: { type: "array" } }, [
          "status",
          "done",
        ]),
      },
      security: {
        description:
          "Its credentials: as the document says of it, or those of the document's own `security` (`global`).",
        type: "string",
        enum: ["document", "global"],
      },
      tags: { description: "Groups that it belongs to.", ...SOME_TEXTS },
      title: { description: "Its title.", ...SOME_TEXT },
    }),
  },
};

export const SKILLS: OptionCheck = {
  expected: "an object with a list `exclude`",
  schema: objectOf({
    exclude: { description: "Names of skills.", ...SOME_TEXTS },
  }),
};

/** Off unless it is on. */
export const SWITCH = {
  expected: "true or false",
  schema: { type: "boolean" },
  fallback: false,
} as const;

export function wholeNumber(minimum: number): OptionCheck {
  const expected = `a whole number from ${minimum}`;
  return { expected, schema: { type: "integer", minimum } };
}

export function oneOf<const Word extends string>(choices: readonly Word[]) {
  const expected = `one of ${choices.join(", ")}`;
  return {
    expected,
    schema: { type: "string", enum: choices },
    choices,
  } as const;
}

export function someOf(choices: readonly string[]): OptionCheck {
  const { schema } = oneOf(choices);
  const expected = `a list of ${choices.join(", ")}`;
  return { expected, schema: { type: "array", items: schema } };
}

/** An object with these members and no others. */
export function objectOf<
  Members extends NonNullable<OptionSchema["properties"]>,
>(properties: Members, required?: readonly string[]) {
  return {
    type: "object",
    properties,
    ...(required && { required }),
    additionalProperties: false,
  } as const;
}
