import { expect, test, vi } from "vitest";
import { mergeText } from "../../../generator/merge/merge-text.js";

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

const exported = (at: number) =>
  `export { default as tool${at} } from "./tool-${at}.js";\n`;

/** A list that the user and the API have both changed all over. */
const list = (count: number) => ({
  path: "src/tools/index.ts",
  base: lines(count, exported),
  current: lines(count, (at) =>
    at % 5 === 0
      ? `// ${at}\n${exported(at)}${exported(at + 9_000)}`
      : exported(at),
  ),
  incoming: lines(count, (at) =>
    at % 7 === 0 ? "" : at % 11 === 0 ? exported(at + count) : exported(at),
  ),
});

/** Members of lists that are looked through for one, or make room for one. */
function looked(work: () => unknown): number {
  let count = 0;
  const counted = ["includes", "indexOf", "splice"] as const;
  for (const name of counted) {
    const own: unknown = Reflect.get(Array.prototype, name);
    vi.spyOn(Array.prototype, name).mockImplementation(function (
      this: unknown[],
      ...given: unknown[]
    ) {
      count += this.length;
      return Reflect.apply(own as () => unknown, this, given) as never;
    });
  }
  work();
  vi.restoreAllMocks();
  return count;
}

test("a merge of a list twice as long compares at most twice as much", () => {
  const [once = 0, twice = 0] = [600, 1_200].map((count) =>
    looked(() => mergeText(list(count))),
  );
  expect(twice).toBeLessThanOrEqual(2.2 * once);
});

test("a handler that you extended by thousands of lines is merged with new properties beside it", () => {
  const module = (title: string, body: string) => `export default defineTool({
  title: "${title}",
  async handler(args, { send }) {
${body}  },
});
`;
  const own = lines(4_000, (at) => `    args.a${at} = ${at};\n`);
  const { conflicts, text } = mergeText({
    path: "src/tools/a.ts",
    base: module("A", "    return send(args);\n"),
    current: module("A", `${own}    return send(args);\n`),
    incoming: module("B", "    return send({ ...args });\n"),
  });
  expect(conflicts).toEqual([]);
  expect(text).toBe(module("B", `${own}    return send({ ...args });\n`));
});
