import type { OptionCheck, OptionSchema } from "./validate.js";
import { RouteType } from "./route-map.js";

const NON_EMPTY_TEXT = { type: "string", minLength: 1 } as const;
const NON_EMPTY_TEXTS = { type: "array", items: NON_EMPTY_TEXT } as const;

export const TEXT: OptionCheck = { expected: "a text", schema: NON_EMPTY_TEXT };
export const PATH: OptionCheck = { ...TEXT, isPath: true };
export const PATHS: OptionCheck = {
  expected: "a list of files",
  schema: NON_EMPTY_TEXTS,
  isPath: true,
};
export const NAMES: OptionCheck = {
  expected: "a list of names",
  schema: NON_EMPTY_TEXTS,
};

const ROUTE_TYPE = { type: "string", enum: Object.keys(RouteType) } as const;

export const ROUTE_MAPS: OptionCheck = {
  expected: "a list of { methods, pattern, tags, routeType }",
  schema: {
    type: "array",
    items: {
      description:
        'Such as { methods: ["GET"], pattern: "^/admin/", routeType: "TOOL" }.',
      ...objectSchema(
        {
          methods: {
            description: "HTTP methods, or `*`. Default: all.",
            anyOf: [{ type: "string", enum: ["*"] }, NON_EMPTY_TEXTS],
          },
          pattern: {
            description: "Regular expression, searched anywhere in the path.",
            type: "string",
          },
          tags: {
            description: "Tags. The operation must have all of them.",
            ...NON_EMPTY_TEXTS,
          },
          routeType: {
            description:
              "Type of component. Several types create several components.",
            anyOf: [ROUTE_TYPE, { type: "array", items: ROUTE_TYPE }],
          },
        },
        ["routeType"],
      ),
    },
  },
};

/** Schema of what holds for one argument. */
const ARGUMENT_SETTINGS = objectSchema({
  description: { description: "Its description.", ...NON_EMPTY_TEXT },
  value: { description: "Value that is always sent." },
  env: {
    description: "Environment variable whose value is always sent.",
    type: "string",
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
  },
  hide: { description: "True if it is not sent.", type: "boolean" },
  in: {
    description: "Place to which this is limited.",
    type: "string",
    enum: ["path", "query", "querystring", "header", "cookie", "body"],
  },
});

export const ARGUMENTS: OptionCheck = {
  expected: "an object of settings by argument",
  schema: { type: "object", additionalProperties: ARGUMENT_SETTINGS },
};

/** Schema of `overrides`. */
export const OVERRIDES: OptionCheck = {
  expected: "an object of changes by operationId or METHOD /path",
  schema: {
    type: "object",
    additionalProperties: objectSchema({
      annotations: {
        description: "Hints that override those of the method.",
        ...objectSchema({
          readOnlyHint: { type: "boolean" },
          destructiveHint: { type: "boolean" },
          idempotentHint: { type: "boolean" },
          openWorldHint: { type: "boolean" },
        }),
      },
      arguments: {
        description: "Settings of arguments, by name.",
        type: "object",
        additionalProperties: ARGUMENT_SETTINGS,
      },
      confirm: {
        description:
          "`person` or `person-or-repeat` to ask the user, or an argument whose value `confirm` must repeat.",
        ...NON_EMPTY_TEXT,
      },
      contentType: {
        description: "Media type of the request.",
        ...NON_EMPTY_TEXT,
      },
      description: {
        description: "Description of the tool.",
        ...NON_EMPTY_TEXT,
      },
      exclude: { description: "Not served.", type: "boolean" },
      fields: {
        description:
          "Fields of the response that callers get: `owner.name`; of a list, those of each item.",
        minItems: 1,
        ...NON_EMPTY_TEXTS,
      },
      fixed: {
        description: "Arguments with a fixed value, by name.",
        type: "object",
      },
      hide: {
        description: "Arguments that are hidden from callers and not sent.",
        ...NON_EMPTY_TEXTS,
      },
      keywords: {
        description: "Additional search words.",
        ...NON_EMPTY_TEXTS,
      },
      listed: {
        description:
          "`false` if no client sees or calls it; your own handlers may `call` it.",
        type: "boolean",
      },
      name: {
        // https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names
        description:
          "Name: up to 128 letters, digits, `_`, `-` and `.`. Some clients refuse names with `.`, of more than 64 characters, or with a digit at the start.",
        type: "string",
        pattern: "^[A-Za-z0-9_.-]{1,128}$",
      },
      pages: {
        description: "Most pages of a list that are joined.",
        type: "integer",
        minimum: 2,
        maximum: 20,
      },
      poll: {
        description:
          "Repeats the request until this field of the response has one of these values.",
        ...objectSchema({ status: NON_EMPTY_TEXT, done: { type: "array" } }, [
          "status",
          "done",
        ]),
      },
      security: {
        description:
          "Credentials: those that the document declares for the operation (`document`), or those of the document's top-level `security` (`global`).",
        type: "string",
        enum: ["document", "global"],
      },
      strip: {
        description:
          "`false` keeps response fields that the document does not declare.",
        type: "boolean",
      },
      tags: { description: "Groups of the operation.", ...NON_EMPTY_TEXTS },
      title: { description: "Its title.", ...NON_EMPTY_TEXT },
    }),
  },
};

export const INSTRUCTIONS: OptionCheck = {
  expected: 'a text, or an object such as { file: "instructions.md" }',
  schema: {
    type: ["string", "object"],
    anyOf: [
      NON_EMPTY_TEXT,
      objectSchema(
        { file: { description: "File of the text.", ...NON_EMPTY_TEXT } },
        ["file"],
      ),
    ],
  },
};

export const SKILLS: OptionCheck = {
  expected: "an object with a list `exclude`",
  schema: objectSchema({
    exclude: { description: "Names of skills.", ...NON_EMPTY_TEXTS },
  }),
};

export const FILES: OptionCheck = {
  expected:
    "true, false, or an object of folder, http, quotaMegabytes and maxAgeDays",
  schema: {
    type: ["boolean", "object"],
    anyOf: [
      { type: "boolean" },
      objectSchema({
        folder: {
          description: "Absolute path, if MCP_FILES is not set.",
          ...NON_EMPTY_TEXT,
        },
        http: {
          description:
            "`per-caller`: over HTTP, each verified caller has a folder.",
          type: "string",
          enum: ["per-caller"],
        },
        quotaMegabytes: {
          description: "Megabytes of the files that are saved for one caller.",
          type: "integer",
          minimum: 1,
        },
        maxAgeDays: {
          description: "Days after which saved files are deleted.",
          type: "integer",
          minimum: 1,
        },
      }),
    ],
  },
};

export const LIMITS: OptionCheck = {
  expected: 'an object such as { perCaller: "60/min" }',
  schema: objectSchema(
    {
      perCaller: {
        description: "Calls of one caller, by `s`, `min`, `h` or `day`.",
        type: "string",
        pattern: "^[1-9][0-9]{0,8}/(s|min|h|day)$",
      },
    },
    ["perCaller"],
  ),
};

export const RETRIES: OptionCheck = {
  expected: "a whole number from 1 to 5",
  schema: { type: "integer", minimum: 1, maximum: 5 },
};

export const AUDIT: OptionCheck = {
  expected: "an object with `arguments` or `required`",
  schema: objectSchema({
    arguments: {
      description:
        "JSON Pointers of arguments whose values the trail may hold.",
      type: "array",
      items: { type: "string", pattern: "^/" },
    },
    required: {
      description: "True if nothing may be changed without a record.",
      type: "boolean",
    },
  }),
};

/** Boolean option, false by default. */
export const FLAG = {
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

/** JSON Schema of an object with these properties and no others. */
export function objectSchema<
  Members extends NonNullable<OptionSchema["properties"]>,
>(properties: Members, required?: readonly string[]) {
  return {
    type: "object",
    properties,
    ...(required && { required }),
    additionalProperties: false,
  } as const;
}
