import { expect, test } from "vitest";
import { check, generate, type Config } from "../../../generator/index.js";
import { project } from "./project.js";
import { shop } from "./shop.js";

const full = shop();
const lost = shop([
  "        - { name: species, in: query, schema: { type: string } }\n",
  "",
]);

async function run(
  made: ReturnType<typeof project>,
  text: string,
  config: Config,
) {
  const options = { out: made.out, allRoutesAsTools: true, ...config };
  const { findings } = await generate(options, { text });
  return findings.flatMap(({ code, message }) =>
    code === "lost-argument" ? [message] : [],
  );
}

test.each<[string, Config]>([
  ["arguments", { arguments: { species: { value: "dog" } } }],
  ["arguments, hidden", { arguments: { species: { hide: true } } }],
  [
    "an override",
    { overrides: { listPets: { arguments: { species: { env: "SPECIES" } } } } },
  ],
])(
  "an argument that the document lost and %s name is a finding in each run, until the config no longer names it",
  async (_, config) => {
    const made = project();
    expect(await run(made, full, config)).toEqual([]);
    const wanted = [expect.stringContaining('"species", which')];
    expect(await run(made, lost, config)).toEqual(wanted);
    expect(await run(made, lost, config)).toEqual(wanted);
    const options = { out: made.out, allRoutesAsTools: true, ...config };
    const checked = await check(options, { text: lost });
    expect(checked.current).toBe(true);
    // It comes back.
    expect(await run(made, full, config)).toEqual([]);
    await run(made, lost, {});
    await expect(run(made, lost, config)).rejects.toThrow('"species"');
  },
);

test("an argument that never was there is an error with the nearest", async () => {
  const made = project();
  const config = { arguments: { specis: { hide: true } } };
  await expect(run(made, full, config)).rejects.toThrow(
    'The option arguments names "specis", which no operation has.\n  Did you mean species?',
  );
});
