import { expect, test } from "vitest";
import { mergeText } from "../../../generator/merge/merge-text.js";
import { createPet, edit, getPet } from "./modules.js";

type Edits = readonly (readonly [from: string, to: string])[];

const answer = `  answer: {\n    $ref: "#/$defs/Pet",\n  },\n`;

test.each<
  [string, { current: Edits; incoming: Edits; want: string; place: string }]
>([
  [
    "both change a property",
    {
      current: [["Adds a pet", "Feeds a pet"]],
      incoming: [["Adds a pet", "Adds one pet"]],
      place: "createPet.description",
      want: `  title: "Create a pet",
<<<<<<< yours
  description: "Feeds a pet to the shop.",
||||||| last generated
  description: "Adds a pet to the shop.",
=======
  description: "Adds one pet to the shop.",
>>>>>>> newly generated
  annotations: {
`,
    },
  ],
  [
    "both change a nested property",
    {
      current: [["filter[name]", "filter[mine]"]],
      incoming: [["filter[name]", "filter[theirs]"]],
      place: "createPet.request.parameters.filter_name.name",
      want: `        in: "query",
<<<<<<< yours
        name: "filter[mine]",
||||||| last generated
        name: "filter[name]",
=======
        name: "filter[theirs]",
>>>>>>> newly generated
        style: "deepObject",
`,
    },
  ],
  [
    "you delete code that changed",
    {
      current: [[answer, ""]],
      incoming: [['#/$defs/Pet"', '#/$defs/Pets"']],
      place: "createPet.answer",
      want: `  },
<<<<<<< yours
||||||| last generated
  answer: {
    $ref: "#/$defs/Pet",
  },
=======
  answer: {
    $ref: "#/$defs/Pets",
  },
>>>>>>> newly generated
  request: {
`,
    },
  ],
  [
    "you change code that is gone",
    {
      current: [['#/$defs/Pet"', '#/$defs/Mine"']],
      incoming: [[answer, ""]],
      place: "createPet.answer",
      want: `<<<<<<< yours
  answer: {
    $ref: "#/$defs/Mine",
  },
||||||| last generated
  answer: {
    $ref: "#/$defs/Pet",
  },
=======
>>>>>>> newly generated
`,
    },
  ],
  [
    "both replace an element",
    {
      current: [[`[["api_key"]]`, `[["mine"]]`]],
      incoming: [[`[["api_key"]]`, `[["theirs"]]`]],
      place: "createPet.request.security",
      want: `<<<<<<< yours
    security: [["mine"]],
||||||| last generated
    security: [["api_key"]],
=======
    security: [["theirs"]],
>>>>>>> newly generated
`,
    },
  ],
  [
    "both change a statement",
    {
      current: [
        [
          "    return send(args);\n",
          "    const { data } = await send(args);\n    return data;\n",
        ],
      ],
      incoming: [["send(args);", "send(args, 3);"]],
      place: "createPet.handler",
      want: `  async handler(args, { send }) {
<<<<<<< yours
    const { data } = await send(args);
    return data;
||||||| last generated
    return send(args);
=======
    return send(args, 3);
>>>>>>> newly generated
  },
`,
    },
  ],
  [
    "both change the comment of a declaration",
    {
      current: [["POST /pets", "Mine."]],
      incoming: [["POST /pets", "POST /animals"]],
      place: "createPet",
      want: `
<<<<<<< yours
/** Mine. */
||||||| last generated
/** POST /pets */
=======
/** POST /animals */
>>>>>>> newly generated
export const createPet`,
    },
  ],
  [
    "both add a property of one name",
    {
      current: [[answer, `${answer}  timeout: 5,\n`]],
      incoming: [[answer, `${answer}  timeout: 9,\n`]],
      place: "createPet.timeout",
      want: `<<<<<<< yours
  timeout: 5,
||||||| last generated
=======
  timeout: 9,
>>>>>>> newly generated
`,
    },
  ],
])("%s", (_name, { current, incoming, want, place }) => {
  const result = merged(edit(createPet, current), edit(createPet, incoming));
  expect(result.conflicts.map((conflict) => conflict.place)).toEqual([place]);
  expect(result.text).toContain(want);
  const [line] = result.conflicts.map((conflict) => conflict.line - 1);
  expect(result.text.split("\n")[line ?? -1]).toBe("<<<<<<< yours");
});

test("several conflicts are reported in order, and all other changes are merged", () => {
  const both: Edits = [
    ["Adds a pet", "?"],
    ["maximum: 100", "maximum: ?"],
    [`"POST"`, `"?"`],
  ];
  const mine = both.map(([from, to]) => [from, to.replace("?", "1")] as const);
  const theirs = both.map(
    ([from, to]) => [from, to.replace("?", "2")] as const,
  );
  const result = merged(
    edit(createPet, [...mine, ["required: true", "required: false"]]),
    edit(createPet, [...theirs, ["Create a pet", "Create one pet"]]),
  );
  expect(result.conflicts.map(({ place }) => place)).toEqual([
    "createPet.description",
    "createPet.inputSchema.properties.limit.maximum",
    "createPet.request.method",
  ]);
  expect(result.text).toContain("required: false");
  expect(result.text).toContain("Create one pet");
});

test("a file that does not parse is merged by line", () => {
  const broken = edit(createPet, [["  async handler", "  async handler("]]);
  const next = edit(createPet, [["maximum: 100", "maximum: 50"]]);
  expect(merged(broken, next)).toEqual({
    text: edit(broken, [["maximum: 100", "maximum: 50"]]),
    conflicts: [],
  });
});

test("a conflict of a line merge names its line", () => {
  const base = "a\nb\nc\n";
  const result = mergeText({
    path: "README.md",
    base,
    current: "a\nmine\nc\n",
    incoming: "a\ntheirs\nc\n",
  });
  expect(result).toEqual({
    text: "a\n<<<<<<< yours\nmine\n||||||| last generated\nb\n=======\ntheirs\n>>>>>>> newly generated\nc\n",
    conflicts: [{ place: "line 2", line: 2 }],
  });
});

function merged(current: string, incoming: string) {
  return mergeText({
    path: "src/tools/create-pet.ts",
    base: createPet,
    current,
    incoming,
  });
}

const steps = edit(getPet, [
  [
    "    Pets that are sold:\n    - have no price\n    - stay for a year\n",
    "    - first wash the apple\n    - then cut the apple\n    - then eat the apple\n",
  ],
]);
const examples = edit(getPet, [
  [
    `$ref: "#/arguments/petId",`,
    `examples: [1, 2, 3],\n      prefixItems: [{ title: "a" }, { title: "b" }],`,
  ],
]);

test.each<
  [string, { base: string; current: Edits; incoming: Edits; place: string }]
>([
  [
    "lines of a text that touch",
    {
      base: steps,
      current: [["cut the apple", "cut the apple in four"]],
      incoming: [["wash the apple", "wash the fruit"]],
      place: "description",
    },
  ],
  [
    "a text that you rewrote",
    {
      base: steps,
      current: [
        [/`\n[^`]*`/.exec(steps)?.[0] ?? "", "`\n    Mine.\n\n    All.\n  `"],
      ],
      incoming: [["wash the apple", "wash the fruit"]],
      place: "description",
    },
  ],
  [
    "lines that you swapped",
    {
      base: steps,
      current: [
        [
          "- first wash the apple\n    - then cut the apple",
          "- then cut the apple\n    - first wash the apple",
        ],
      ],
      incoming: [["wash the apple", "wash the fruit"]],
      place: "description",
    },
  ],
  [
    "a line that you took out",
    {
      base: steps,
      current: [["    - then cut the apple\n", ""]],
      incoming: [["cut the apple", "cut the fruit"]],
      place: "description",
    },
  ],
  [
    "an added item beside a changed line",
    {
      base: steps,
      current: [["then cut the apple", "then cut it"]],
      incoming: [["cut the apple\n", "cut the apple\n    - dry it\n"]],
      place: "description",
    },
  ],
  [
    "examples",
    {
      base: examples,
      current: [["[1, 2, 3]", "[2, 1, 3]"]],
      incoming: [["[1, 2, 3]", "[1, 2, 4]"]],
      place: "arguments.petId.examples",
    },
  ],
  [
    "a schema for each place",
    {
      base: examples,
      current: [[`{ title: "a" }, `, ""]],
      incoming: [[`title: "b"`, `title: "c"`]],
      place: "arguments.petId.prefixItems",
    },
  ],
])(
  "an ordered list conflicts as a whole: %s",
  (_name, { base, current, incoming, place }) => {
    const { conflicts } = mergeText({
      path: "get-pet.ts",
      base,
      current: edit(base, current),
      incoming: edit(base, incoming),
    });
    expect(conflicts.map((one) => one.place)).toEqual([place]);
  },
);

test("a line of a description that both sides changed is a conflict", () => {
  const { text, conflicts } = mergeText({
    path: "get-pet.ts",
    base: getPet,
    current: edit(getPet, [["for a year", "for a while"]]),
    incoming: edit(getPet, [["for a year", "for two years"]]),
  });
  expect(conflicts.map(({ place }) => place)).toEqual(["description"]);
  // Markers inside of a text would be no error of syntax, and could be overlooked.
  expect(text).toContain("<<<<<<< yours\n  description: `\n");
});
