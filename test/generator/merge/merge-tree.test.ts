import { format } from "prettier";
import type { Options } from "prettier";
import { expect, test } from "vitest";
import { mergeText } from "../../../generator/merge/merge-text.js";
import { client, createPet, edit, getPet, index } from "./modules.js";

type Edits = readonly (readonly [from: string, to: string])[];

const returning = "    return send(args);\n";
const description = `  description: "Adds a pet to the shop.",\n`;
const newDescription = `  description: "Adds one pet to the shop.",\n`;
const define = `import { defineTool } from "../runtime/index.js";`;
const api = `import type { operations } from "../api.js";\n`;

const boolean = `        type: "boolean",\n`;
const list = `export { listPets } from "./list-pets.js";\n`;
const get = `export { getPet } from "./get-pet.js";\n`;
const ours = `export { ours } from "../custom/ours.js";\n`;

interface Case {
  readonly text?: string;
  readonly path?: string;
  readonly current: Edits;
  readonly incoming: Edits;
  /** Expected edits; by default those of both sides, one after the other. */
  readonly want?: Edits;
}

const together: [string, Case][] = [
  [
    "body × description",
    {
      current: [[returning, "    return send({ ...args, limit: 10 });\n"]],
      incoming: [[description, newDescription]],
    },
  ],
  [
    "one line of a text × another one",
    {
      text: getPet,
      current: [["Gives one pet.", "Gives one pet, by its number."]],
      incoming: [["stay for a year", "stay for two years"]],
    },
  ],
  [
    "both add an import",
    {
      current: [[api, `import { audit } from "../custom/audit.js";\n${api}`]],
      incoming: [
        [api, `${api}import { defineTool as define } from "../other.js";\n`],
      ],
    },
  ],
  [
    "a comment above an import × the import goes",
    { current: [[api, `// Ours.\n${api}`]], incoming: [[api, ""]] },
  ],
  [
    "a comment behind an import × the import goes",
    {
      current: [[define, `${define} // Ours.`]],
      incoming: [[`${define}\n`, ""]],
      want: [[define, "// Ours."]],
    },
  ],
  [
    "both import from the same module",
    {
      current: [["{ defineTool }", "{ UpstreamError, defineTool }"]],
      incoming: [["defineTool }", "defineTool, listen }"]],
    },
  ],
  [
    "a property added beside one that changed",
    {
      current: [[description, `${description}  timeout: 10,\n`]],
      incoming: [[description, newDescription]],
    },
  ],
  [
    "neighbouring properties",
    {
      current: [[description, newDescription]],
      incoming: [
        [
          "  annotations: {\n    readOnlyHint: false",
          "  annotations: {\n    readOnlyHint: true",
        ],
      ],
    },
  ],
  [
    "both add a property at the same place",
    {
      current: [[boolean, `${boolean}        default: true,\n`]],
      incoming: [[boolean, `${boolean}        description: "Try it.",\n`]],
      want: [
        [
          boolean,
          `${boolean}        default: true,\n        description: "Try it.",\n`,
        ],
      ],
    },
  ],
  [
    "both add the same",
    {
      current: [[boolean, `${boolean}        default: true,\n`]],
      incoming: [[boolean, `${boolean}        default: true,\n`]],
      want: [[boolean, `${boolean}        default: true,\n`]],
    },
  ],
  [
    "a handler in a function",
    {
      current: [
        [
          "  async handler(args, { send }) {\n    return send(args);\n  },\n",
          "  handler: audited(async (args, { send }) => {\n    return send(args);\n  }),\n",
        ],
      ],
      incoming: [[description, newDescription]],
    },
  ],
  [
    "helper functions",
    {
      current: [
        ["/** POST", "const most = 10;\n\n/** POST"],
        [
          "  },\n});\n",
          "  },\n});\n\nfunction cap(limit: number): number {\n  return Math.min(limit, most);\n}\n",
        ],
      ],
      incoming: [
        ["openWorldHint: true", "openWorldHint: false"],
        [`security: [["api_key"]]`, `security: [["api_key"], ["oauth"]]`],
      ],
    },
  ],
  [
    "comments everywhere",
    {
      current: [
        [api, `// Ours.\n${api}`],
        ["/** POST /pets */", "// Why this one matters.\n/** POST /pets */"],
        [
          `  name: "createPet",`,
          `  // The name stays.\n  name: "createPet", // really`,
        ],
        ["required: [", "// all of them\n    required: ["],
        ["{ send }", "{ send /* the wire */ }"],
        [returning, `    // Straight through.\n${returning}    // Done.\n`],
        ["});\n", "  // Nothing more.\n});\n// The end.\n"],
      ],
      incoming: [
        [description, newDescription],
        ["maximum: 100", "maximum: 50"],
        [`title: "Create a pet"`, `title: "Create one pet"`],
        [
          `      dry_run: "query",\n`,
          `      dry_run: "query",\n      force: "query",\n`,
        ],
      ],
    },
  ],
  [
    "a description of the user's × another property",
    {
      current: [
        [description, `  description: \`Adds a pet.\n\nTwo lines.\`,\n`],
      ],
      incoming: [["maximum: 100", "maximum: 50"]],
    },
  ],
  [
    "elements added by both",
    {
      current: [['security: [["api_key"]', 'security: [["api_key"], []']],
      incoming: [[`required: ["limit"]`, `required: ["limit", "dry_run"]`]],
    },
  ],
  [
    "an element added to the same array by both",
    {
      current: [[`["limit"]`, `["limit", "name"]`]],
      incoming: [[`["limit"]`, `["limit", "dry_run"]`]],
      want: [[`["limit"]`, `["limit", "name", "dry_run"]`]],
    },
  ],
  [
    "arguments added and removed × a body",
    {
      current: [
        [
          returning,
          "    const { limit } = args;\n    return send({ ...args, limit: limit ?? 10 });\n",
        ],
      ],
      incoming: [
        ['      dry_run: {\n        type: "boolean",\n      },\n', ""],
        ['      dry_run: "query",\n', ""],
        [
          "        maximum: 100,\n      },\n",
          '        maximum: 100,\n      },\n      tag: {\n        type: "string",\n      },\n',
        ],
      ],
    },
  ],
  [
    "an option of the client × a new credential",
    {
      text: client,
      path: "src/client.ts",
      current: [
        ["timeout: 30", "timeout: 5"],
        [
          `    // headers: { "X-Client": "petstore-mcp" },\n`,
          `    headers: { "X-Client": "ours" },\n`,
        ],
        [
          `"./runtime/index.js";\n`,
          `"./runtime/index.js";\nimport { trace } from "./custom/trace.js";\n`,
        ],
      ],
      incoming: [
        [
          "        env,\n      }),\n",
          '        env,\n      }),\n      oauth: bearer({ variable: "API_TOKEN", env }),\n',
        ],
        [
          "{ apiKey, createHttpClient }",
          "{ apiKey, bearer, createHttpClient }",
        ],
      ],
    },
  ],
  [
    "lines of an index",
    {
      text: index,
      path: "src/tools/index.ts",
      current: [[list, `${ours}${list}`]],
      incoming: [
        [list, `${get}${list}`],
        [`export { addDog } from "./add-dog.js";\n`, ""],
      ],
      want: [
        [list, `${ours}${get}${list}`],
        [`export { addDog } from "./add-dog.js";\n`, ""],
      ],
    },
  ],
];

test.each(together)(
  "%s",
  (_name, { text = createPet, path, current, incoming, want }) => {
    const [mine, theirs] = [edit(text, current), edit(text, incoming)];
    expect(merged(text, mine, theirs, path)).toEqual({
      text: want ? edit(text, want) : edit(mine, incoming),
      conflicts: [],
    });
  },
);

const styles: [string, Options][] = [
  ["four spaces and single quotes", { tabWidth: 4, singleQuote: true }],
  [
    "tabs, no semicolons, no last commas",
    { useTabs: true, semi: false, trailingComma: "none" },
  ],
  [
    "long lines, objects collapsed, bare arrow parameters",
    { printWidth: 200, objectWrap: "collapse", arrowParens: "avoid" },
  ],
  [
    "short lines and quoted properties",
    { printWidth: 40, quoteProps: "consistent" },
  ],
];

test("inserted code follows the file's semicolons and trailing commas", async () => {
  const layout: Options = {
    parser: "typescript",
    semi: false,
    singleQuote: true,
    trailingComma: "none",
  };
  const yours = await format(createPet, layout);
  const next = edit(createPet, [
    [api, `${api}import { more } from "../more.js";\n`],
    [
      "    },\n    required: [",
      `      tag: {\n        type: "string",\n        enum: [\n          "a",\n        ],\n      },\n    },\n    required: [`,
    ],
  ]);
  const { text, conflicts } = merged(createPet, yours, next);
  expect(conflicts).toEqual([]);
  expect(text).toBe(
    (await format(next, layout)).replace(
      "['a']",
      "[\n          'a'\n        ]",
    ),
  );
});

test("a comment at the top stays there when the first line below it is removed", () => {
  const yours = `// Ours.\n\n${index}`;
  const next = index.split("\n").slice(1).join("\n");
  expect(merged(index, yours, next, "src/tools/index.ts").text).toBe(
    `// Ours.\n\n${next}`,
  );
});

test("a list that lost its last member is closed on its line", () => {
  const [first, second] = [
    `      dry_run: {\n        type: "boolean",\n      },\n`,
    `      limit: {\n        type: "integer",\n        maximum: 100,\n      },\n`,
  ].map((text) => edit(createPet, [[text, ""]]));
  const { text } = merged(createPet, first ?? "", second ?? "");
  expect(text).toContain("    properties: {},\n");
});

test.each(styles)(
  "%s: a reformatted file keeps its format",
  async (_name, options) => {
    const next = edit(createPet, [
      [description, newDescription],
      ["maximum: 100", "maximum: 50"],
      [boolean, `${boolean}        description: "Try it.",\n`],
      [`required: ["limit"]`, `required: ["limit", "dry_run"]`],
      [`  answer: {\n    $ref: "#/$defs/Pet",\n  },\n`, ""],
      [
        "import { defineTool }",
        `import type { Extra } from "../extra.js";\nimport { defineTool }`,
      ],
    ]);
    const layout = { ...options, parser: "typescript" };
    const yours = await format(createPet, layout);
    const result = merged(createPet, yours, next);
    expect(result.conflicts).toEqual([]);
    expect(await format(result.text, layout)).toBe(await format(next, layout));
    // Only what is new may need the formatter.
    const kept = new Set(result.text.split("\n"));
    const lost = yours.split("\n").filter((line) => !kept.has(line));
    expect(lost.length).toBeLessThan(9);

    const edited = edit(yours, [
      ["send(args)", "send({ ...args, limit: 10 })"],
    ]);
    const both = merged(createPet, edited, next);
    expect(both).toEqual({
      text: edit(result.text, [["send(args)", "send({ ...args, limit: 10 })"]]),
      conflicts: [],
    });
  },
);

function merged(
  base: string,
  current: string,
  incoming: string,
  path = "src/tools/create-pet.ts",
) {
  const { text, conflicts } = mergeText({
    path,
    base,
    current,
    incoming,
  });
  return { text, conflicts: conflicts.map(({ place }) => place) };
}
