import { expect, test } from "vitest";
import { millisecondsOf, expressionsIn, SHORT_TEXTS } from "../linear.js";

/** Function of the package `recheck`, as far as this suite uses it. */
type Check = (
  source: string,
  flags: string,
  params: { readonly timeout: number },
) => Promise<{
  readonly status: "safe" | "unknown" | "vulnerable";
  readonly complexity?: { readonly type: string };
  readonly attack?: {
    readonly pattern: string;
    readonly pumps: readonly {
      readonly prefix: string;
      readonly pump: string;
    }[];
    readonly suffix: string;
  };
}>;

const CHECKER: string = "recheck";
const { check } = (await import(CHECKER)) as { check: Check }; // only this suite needs the package

/** Milliseconds for one expression. What the checker can't decide in that time, `linear-expressions.test.ts` tries. */
const TIMEOUT = 10_000;
/** Characters of an attack, and milliseconds that an expression may take for it. */
const LENGTH = 50_000;
const MOST = 400;

const EXPRESSIONS = ["generator", "runtime"].flatMap(expressionsIn);

test("the checker finds what is slow", async () => {
  expect(await check("^a+$", "", { timeout: TIMEOUT })).toMatchObject({
    status: "safe",
  });
  expect(await check("[^-]*$", "", { timeout: TIMEOUT })).toMatchObject({
    status: "vulnerable",
    complexity: { type: "polynomial" },
  });
});

test.concurrent.each(
  EXPRESSIONS.map((expression) => [expression.place, expression] as const),
)("%s is not superlinear", async (_place, { flags, source }) => {
  // The checker knows no flag v, which nothing here uses for more than u has.
  const result = await check(source, flags.replace("v", "u"), {
    timeout: TIMEOUT,
  });
  if (result.status !== "vulnerable" || SHORT_TEXTS.has(source)) return;
  const { pattern = "", pumps = [], suffix = "" } = result.attack ?? {};
  const size = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const count = Math.ceil(LENGTH / Math.max(size, 1));
  const text =
    pumps.map(({ prefix, pump }) => prefix + pump.repeat(count)).join("") +
    suffix;
  const expression = new RegExp(source, flags.replace("y", ""));
  const milliseconds = millisecondsOf(() => text.replace(expression, ""));
  expect(milliseconds, `/${source}/ takes long for ${pattern}`).toBeLessThan(
    MOST,
  );
});
