import { misfitsOf, type OptionSchema } from "./misfits.js";
import { RouteType } from "./route-map.js";

/** What the value of an option has to be. */
export interface OptionCheck {
  readonly schema: OptionSchema;
  readonly test: (value: unknown) => boolean;
  /** Goes on after "must be". */
  readonly expected: string;
  /** A relative one starts where it is written down; URLs and `-`, standard input, are at home everywhere. */
  readonly isPath?: true;
  /** It may hold a password, and is never shown. */
  readonly isSecret?: true;
}

const SOME_TEXT = { type: "string", minLength: 1 } as const;
const SOME_TEXTS = { type: "array", items: SOME_TEXT } as const;

export const TEXT = mustBe("a text", SOME_TEXT);
export const PATH = { ...TEXT, isPath: true } as const;
export const PATHS = {
  ...mustBe("a list of files", SOME_TEXTS),
  isPath: true,
} as const;
export const DOCUMENT = {
  ...mustBe("a text or an object", {
    type: ["string", "object"],
    minLength: 1,
  }),
  isPath: true,
} as const;
export const ROUTE = mustBe("a path such as /openapi.json", {
  type: "string",
  pattern: "^/",
});
export const PREFIX = mustBe("a path such as /v1", {
  type: "string",
  pattern: "^(?!.*://)[^?#]*$",
});
export const HTTP_URL = {
  ...mustBe(
    "an http or https URL without user and password",
    {
      type: "string",
      pattern: "^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+([/?#]|$)",
    },
    isPublicUrl,
  ),
  isSecret: true,
} as const;

const POSITIVE = { type: "number", exclusiveMinimum: 0 } as const;

export const SECONDS = {
  ...mustBe("a number of seconds above 0", POSITIVE),
  parse: Number,
};
export const SECONDS_BY_NAME = mustBe("an object of seconds by tool name", {
  type: "object",
  additionalProperties: POSITIVE,
});
export const NAMES = mustBe("a list of names", SOME_TEXTS);

const ROUTE_TYPE = { type: "string", enum: Object.keys(RouteType) } as const;

export const ROUTE_MAPS = mustBe(
  "a list of { methods, pattern, tags, routeType }",
  {
    type: "array",
    items: {
      description:
        'Such as { methods: ["GET"], pattern: "^/admin/", routeType: "TOOL" }.',
      type: "object",
      properties: {
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
      required: ["routeType"],
      additionalProperties: false,
    },
  },
);

/** Their fields are checked one by one, as those of the config are. */
export const SOURCES = mustBe("a list of { name, document, … }", {
  type: "array",
  minItems: 1,
  items: { type: "object" },
});

/** What a team decides about single operations. */
export const OVERRIDES = mustBe(
  "an object of changes by operationId or METHOD /path",
  {
    type: "object",
    additionalProperties: {
      type: "object",
      properties: {
        annotations: {
          description: "Hints that differ from those of the method.",
          type: "object",
          properties: Object.fromEntries(
            ["readOnly", "destructive", "idempotent", "openWorld"].map(
              (hint) => [`${hint}Hint`, { type: "boolean" }],
            ),
          ),
          additionalProperties: false,
        },
        arguments: {
          description: "What callers are told of arguments, by name.",
          type: "object",
          additionalProperties: {
            type: "object",
            properties: { description: SOME_TEXT },
            required: ["description"],
            additionalProperties: false,
          },
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
          type: "object",
          properties: { status: SOME_TEXT, done: { type: "array" } },
          required: ["status", "done"],
          additionalProperties: false,
        },
        tags: { description: "Groups that it belongs to.", ...SOME_TEXTS },
        title: { description: "Its title.", ...SOME_TEXT },
      },
      additionalProperties: false,
    },
  },
);

export const SKILLS = mustBe("an object with a list `exclude`", {
  type: "object",
  properties: {
    exclude: { description: "Names of skills.", ...SOME_TEXTS },
  },
  additionalProperties: false,
});

/** Off unless it is on. */
export const SWITCH = {
  ...mustBe("true or false", { type: "boolean" }),
  fallback: false,
};

export function wholeNumber(minimum: number) {
  return mustBe(`a whole number from ${minimum}`, { type: "integer", minimum });
}

export function oneOf<const Word extends string>(choices: readonly Word[]) {
  const expected = `one of ${choices.join(", ")}`;
  return { ...mustBe(expected, { type: "string", enum: choices }), choices };
}

export function someOf(choices: readonly string[]) {
  const { schema } = oneOf(choices);
  return mustBe(`a list of ${choices.join(", ")}`, {
    type: "array",
    items: schema,
  });
}

/** `more` is what no schema can say. */
export function mustBe(
  expected: string,
  schema: OptionSchema,
  more: OptionCheck["test"] = () => true,
): OptionCheck {
  const fits = (value: unknown) =>
    misfitsOf(value, schema, { at: "", expected }).length === 0;
  return { expected, schema, test: (value) => fits(value) && more(value) };
}

function isPublicUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username + password === "";
}
