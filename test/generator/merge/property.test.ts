import fc from "fast-check";
import { format } from "prettier";
import { expect, test } from "vitest";
import { mergeText } from "../../../generator/merge/merge-text.js";
import { createPet, edit } from "./modules.js";

/** `npm run test:properties` makes ten times as many. */
const numRuns = 24 * Number(process.env["TOOLWRIGHT_RUNS"] ?? 1);

/** Places of a module that do not overlap, each with what the user and what the generator may make of it. */
const places: [from: string, yours: string, next: string][] = [
  [
    `import type { operations }`,
    `import { x } from "../x.js";\nimport type { operations }`,
    `import { y } from "../y.js";\nimport type { operations }`,
  ],
  ["/** POST /pets */", "/** POST /pets: adds. */", "/** POST /animals */"],
  [`  name: "createPet",\n`, `  name: "addPet",\n`, `  name: "newPet",\n`],
  [`"Create a pet"`, `"Create one pet"`, `"New pet"`],
  [
    `  description: "Adds a pet to the shop.",`,
    `  // Ours.\n  description: "Adds.",`,
    `  description: \`Adds\na pet.\`,`,
  ],
  ["readOnlyHint: false", "readOnlyHint: true", "readOnlyHint: !1"],
  [
    "    destructiveHint: false,\n",
    "    destructiveHint: true, // careful\n",
    "",
  ],
  [
    "openWorldHint: true,\n",
    "openWorldHint: true,\n    mine: 1,\n",
    "openWorldHint: true,\n    theirs: 1,\n",
  ],
  [
    `        type: "boolean",\n`,
    `        type: "boolean",\n        default: false,\n`,
    `        description: "Try it.",\n        type: "boolean",\n`,
  ],
  ["maximum: 100", "maximum: 10", "maximum: 1000"],
  [
    `    required: ["limit"],\n`,
    `    required: ["limit", "mine"],\n`,
    `    required: ["limit", "theirs"],\n`,
  ],
  [
    `        $ref: "#/$defs/NewPet",\n      },\n`,
    `        $ref: "#/$defs/NewPet",\n      },\n      {\n        $ref: "#/$defs/Mine",\n      },\n`,
    `        $ref: "#/$defs/NewPet",\n      },\n      {\n        $ref: "#/$defs/Theirs",\n      },\n`,
  ],
  [
    `  answer: {\n    $ref: "#/$defs/Pet",\n  },\n`,
    "",
    `  answer: {\n    $ref: "#/$defs/Pets",\n  },\n`,
  ],
  [`path: "/pets"`, `path: "/my/pets"`, `path: "/animals"`],
  [`dry_run: "query"`, `dry_run: "header"`, `dry_run: "cookie"`],
  [`style: "deepObject"`, `style: "form"`, `style: "simple"`],
  ["required: true", "required: false", "required: !0"],
  [
    `      contentType: "application/json",\n`,
    `      contentType: "text/plain",\n`,
    `      contentType: "application/xml",\n`,
  ],
  [
    `    security: [["api_key"]],\n`,
    `    security: [],\n`,
    `    security: [["oauth"]],\n`,
  ],
  [
    "    return send(args);\n",
    "    const answer = await send(args);\n\n    return answer.data;\n",
    "    return send(args, {});\n",
  ],
  [
    "  },\n});\n",
    "  },\n});\n\n/** Ours. */\nfunction own() {\n  return 1;\n}\n",
    "  },\n});\n\nexport const theirs = 1;\n",
  ],
];

/** Lines that both sides change alike, so that both versions stay. */
const shared = new Set([0, 7, 8, 10, 11, 20]);

type Hand = "nobody" | "yours" | "next" | "both";

test("a merge of changes in different places contains both and nothing else", () => {
  fc.assert(
    fc.property(hands("nobody", "yours", "next"), (hand) => {
      const [yours, next] = sidesOf(hand);
      const result = merged(createPet, yours, next);
      expect(result).toEqual({ text: every(hand), places: [] });
      expect(merged(createPet, next, yours).text).toBe(result.text);
      expect(merged(createPet, result.text, next).text).toBe(result.text);
      expect(merged(next, result.text, next).text).toBe(result.text);
    }),
    { numRuns },
  );
});

test("a merge by text equals the merge by syntax", () => {
  const seldom: Hand[] = Array<Hand>(8).fill("nobody");
  // Text after a module keeps it from being read as members.
  const parsed = (text: string) => `${text}// Read whole.\n`;
  fc.assert(
    fc.property(hands(...seldom, "yours", "next"), (hand) => {
      const [yours, next] = sidesOf(hand);
      const result = merged(createPet, yours, next);
      const whole = merged(parsed(createPet), parsed(yours), parsed(next));
      expect(parsed(result.text)).toBe(whole.text);
    }),
    { numRuns: numRuns * 2 },
  );
});

test("conflicts appear only at places that both sides changed", () => {
  fc.assert(
    fc.property(hands("nobody", "yours", "next", "both"), (hand) => {
      const [yours, next] = sidesOf(hand);
      const result = merged(createPet, yours, next);
      const clashes = hand.filter(
        (each, index) => each === "both" && !shared.has(index),
      );
      expect(result.places).toHaveLength(clashes.length);
      for (const text of [yours, next])
        expect(lost(text, result.text)).toEqual([]);
    }),
    { numRuns },
  );
});

test("a merge keeps the file's layout, and uses it for new lines", async () => {
  const layout = fc.record({
    tabWidth: fc.constantFrom(2, 3, 4, 8),
    useTabs: fc.boolean(),
    semi: fc.boolean(),
    singleQuote: fc.boolean(),
    bracketSpacing: fc.boolean(),
    trailingComma: fc.constantFrom("none", "es5", "all"),
    arrowParens: fc.constantFrom("always", "avoid"),
    quoteProps: fc.constantFrom("as-needed", "preserve", "consistent"),
    objectWrap: fc.constantFrom("preserve", "collapse"),
    printWidth: fc.constantFrom(40, 80, 200),
  });
  await fc.assert(
    fc.asyncProperty(
      layout,
      hands("nobody", "yours", "next"),
      async (options, hand) => {
        const [yours, next] = sidesOf(hand);
        const style = { ...options, parser: "typescript" } as const;
        const result = merged(createPet, await format(yours, style), next);
        expect(result.places).toEqual([]);
        expect(await format(result.text, style)).toBe(
          await format(every(hand), style),
        );
      },
    ),
    { numRuns: numRuns / 3 },
  );
});

test("a merge loses no line, whatever you did to the file", () => {
  const lines = createPet.split("\n").length;
  const scribbles = (name: string) =>
    fc.array(
      fc.record({
        at: fc.nat(lines),
        drop: fc.nat(2),
        add: fc.nat(99).map((n) => `// ${name} ${n}`),
      }),
      { maxLength: 6 },
    );
  fc.assert(
    fc.property(scribbles("yours"), scribbles("next"), (mine, theirs) => {
      const [yours, next] = [
        scribble(createPet, mine),
        scribble(createPet, theirs),
      ];
      const { text } = merged(createPet, yours, next);
      expect([...lost(yours, text), ...lost(next, text)]).toEqual([]);
    }),
    { numRuns: numRuns * 2 },
  );
});

test("a comment stays at its statement when the statement becomes the first line", () => {
  const yours = scribble(createPet, [{ at: 1, drop: 0, add: "// yours" }]);
  const next = scribble(createPet, [{ at: 0, drop: 1, add: "// next" }]);
  expect(merged(createPet, yours, next).text).toMatch(
    /^\/\/ next\n+\/\/ yours\nimport /,
  );
});

function hands(...choices: Hand[]): fc.Arbitrary<Hand[]> {
  const { length } = places;
  const choice = fc.constantFrom(...choices);
  return fc.array(choice, { minLength: length, maxLength: length });
}

function sidesOf(hand: readonly Hand[]): [yours: string, next: string] {
  const side = (wanted: Hand, pick: 1 | 2) =>
    edit(
      createPet,
      places.flatMap((place, index) =>
        hand[index] === wanted || hand[index] === "both"
          ? [[place[0], place[pick]] as const]
          : [],
      ),
    );
  return [side("yours", 1), side("next", 2)];
}

function every(hand: readonly Hand[]): string {
  return edit(
    createPet,
    places.map(([from, yours, next], index) => {
      const each = hand[index];
      return [from, each === "yours" ? yours : each === "next" ? next : from];
    }),
  );
}

function scribble(
  text: string,
  edits: readonly { at: number; drop: number; add: string }[],
): string {
  const lines = text.split("\n");
  for (const { at, drop, add } of edits) lines.splice(at, drop, add);
  return lines.join("\n");
}

/** Words that one side wrote and that are missing in a text. */
function lost(written: string, text: string): string[] {
  const words = (from: string) =>
    from
      .split("\n")
      .flatMap((line) =>
        line.trim().startsWith("//")
          ? [line.trim()]
          : (line.match(/\w+/g) ?? []),
      );
  const before = new Set(words(createPet));
  const present = new Set(words(text));
  return words(written).filter(
    (word) => !before.has(word) && !present.has(word),
  );
}

function merged(base: string, yours: string, next: string) {
  const path = "src/tools/create-pet.ts";
  const { text, conflicts } = mergeText({
    path,
    base,
    current: yours,
    incoming: next,
  });
  return { text, places: conflicts.map(({ place }) => place) };
}
