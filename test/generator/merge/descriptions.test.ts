import { describe, expect, it } from "vitest";
import { mergeText } from "../../../generator/merge/merge-text.js";

/** A module with a description of a tool, or of one of its arguments. */
function moduleOf(description: string, isArgument = false): string {
  const member = `description: ${description},`;
  return `export default defineTool({
  name: "addPet",
  ${isArgument ? `arguments: {\n    id: {\n      type: "string",\n      ${member}\n    },\n  },` : member}
});
`;
}

function merge(
  [base, current, incoming]: readonly [string, string, string],
  isArgument = false,
) {
  const merged = mergeText({
    path: "src/tools/add-pet.ts",
    base: moduleOf(base, isArgument),
    current: moduleOf(current, isArgument),
    incoming: moduleOf(incoming, isArgument),
  });
  return { ...merged, want: (text: string) => moduleOf(text, isArgument) };
}

describe("a description that both sides changed", () => {
  it.each([false, true])(
    "becomes the longer one, if it contains the other (%s)",
    (isArgument) => {
      const texts = [
        '"Adds a pet."',
        '"Adds a pet. Ask first."',
        '"Adds a pet. Ask first. 100 at most."',
      ] as const;
      const [base, small, large] = texts;
      for (const sides of [
        [base, small, large],
        [base, large, small],
        ['"Pets."', small, large],
      ] as const) {
        const { conflicts, text, want } = merge(sides, isArgument);
        expect(conflicts).toEqual([]);
        expect(text).toBe(want(large));
      }
    },
  );

  it("may have several lines", () => {
    const large = "`\n    Adds a pet.\n\n    Ask first.\n  `";
    const { conflicts, text, want } = merge([
      '"Pets."',
      '"Adds a pet."',
      large,
    ]);
    expect(conflicts).toEqual([]);
    expect(text).toBe(want(large));
  });

  it.each<[base: string, current: string, incoming: string]>([
    ['"Adds a pet."', '"Adds a pet. Ask first."', '"Adds a pet. 100 at most."'],
    // One side took a sentence away, which the other keeps.
    ['"Adds. Tells."', '"Adds. Tells. Ask first."', '"Adds."'],
    ['"Adds a pet."', '"Adds a cat."', '"Adds a cathedral."'],
  ])("is a conflict otherwise: %s %s %s", (...texts) => {
    expect(merge(texts).conflicts).toHaveLength(1);
  });
});

it("other texts that both sides changed are conflicts", () => {
  const of = (title: string) =>
    `export default defineTool({\n  title: "${title}",\n});\n`;
  const { conflicts } = mergeText({
    path: "src/tools/add-pet.ts",
    base: of("Add"),
    current: of("Add a pet"),
    incoming: of("Add a pet now"),
  });
  expect(conflicts).toHaveLength(1);
});
