import { expect, test } from "vitest";
import {
  mergeComponent,
  mergeText,
} from "../../../generator/merge/merge-text.js";
import { edit, getPet } from "./modules.js";

type Edits = Parameters<typeof edit>[1];

const titled: Edits = [[`title: "Get a pet"`, `title: "Get one pet"`]];
const head = "export default defineTool<Operation>({";
const moved: Edits = [
  ["/** GET /pets", "/** GET /v2/pets"],
  [`"GET /pets`, `"GET /v2/pets`],
];
const mended: Edits = [["return send(args);", "return mend(send(args));"]];

test.each<[string, Edits]>([
  [
    "a separate constant",
    [
      [head, "const inner = defineTool<Operation>({"],
      [/\}\);\n$/.exec(getPet)?.[0] ?? "", "});\n\nexport default inner;\n"],
    ],
  ],
  [
    "a constant that is wrapped",
    [
      [head, "const inner = defineTool<Operation>({"],
      [
        /\}\);\n$/.exec(getPet)?.[0] ?? "",
        "});\n\nexport default audited(inner);\n",
      ],
    ],
  ],
  [
    "an export by name",
    [[head, "export const getPet = defineTool<Operation>({"]],
  ],
  [
    "a wrapper",
    [
      [head, "export default audited(defineTool<Operation>({"],
      [/\}\);\n$/.exec(getPet)?.[0] ?? "", "}));\n"],
    ],
  ],
  [
    "another component above",
    [
      [
        "/** GET",
        `export const other = defineTool<Operation>({\n  request: "GET /others",\n});\n\n/** GET`,
      ],
      [head, "export const getPet = defineTool<Operation>({"],
    ],
  ],
  [
    "the type's name",
    [
      ["type Operation =", "type Types ="],
      ["<Operation>", "<Types>"],
    ],
  ],
])(
  "a definition is merged at the place to which you moved it: %s",
  (_name, edits) => {
    const yours = edit(getPet, [...mended, ...edits]);
    for (const change of [titled, moved]) {
      const next = edit(getPet, change);
      expect(
        mergeText({
          path: "a.ts",
          base: getPet,
          current: yours,
          incoming: next,
        }),
      ).toEqual({
        text: edit(yours, change),
        conflicts: [],
      });
    }
  },
);

test("a property that both sides changed is a conflict in a moved definition", () => {
  const yours = edit(getPet, [
    [head, "export const getPet = defineTool<Operation>({"],
    [`"Get a pet"`, `"Mine"`],
  ]);
  const next = edit(getPet, titled);
  const { text, conflicts } = mergeText({
    path: "a.ts",
    base: getPet,
    current: yours,
    incoming: next,
  });
  expect(conflicts.map(({ place }) => place)).toEqual(["title"]);
  expect(text).toContain(`<<<<<<< yours\n  title: "Mine",`);
});

test("the component alone is merged in a file of yours", () => {
  const mine = `import { defineTool } from '../runtime/index.js'
import type { operations } from '../api.js'

export const pets = [
    defineTool<operations['getPet']>({
        title: 'Get a pet',
        request: 'GET /pets/{petId}',
        arguments: { petId: { $ref: '#/arguments/petId' } },
        handler: (args, { send }) => send(args)
    }),
    defineTool<operations['other']>({ request: 'GET /others' })
]
`;
  const merged = mergeComponent({
    path: "a.ts",
    base: getPet,
    current: mine,
    incoming: edit(getPet, [
      ...titled,
      ["stay for a year", "stay for two years"],
    ]),
  });
  // The description was taken out by hand, and has changed.
  expect(merged?.conflicts.map(({ place }) => place)).toEqual(["description"]);
  const clean = mergeComponent({
    path: "a.ts",
    base: getPet,
    current: mine,
    incoming: edit(getPet, titled),
  });
  expect(clean).toEqual({
    conflicts: [],
    text: edit(mine, [["'Get a pet'", "'Get one pet'"]]),
  });
});

test("mergeComponent returns null if the component is in no file", () => {
  const sides = {
    base: getPet,
    current: "export {};\n",
    incoming: edit(getPet, titled),
  };
  expect(mergeComponent({ path: "a.ts", ...sides })).toBeNull();
});
