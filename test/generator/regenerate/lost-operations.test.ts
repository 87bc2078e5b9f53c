import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { check, generate, type Config } from "../../../generator/index.js";
import { project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const lost = shop();
const full = shop(oneMore);
const path = "src/tools/list-owners.ts";
const all = { allRoutesAsTools: true };
const titled: Config = { overrides: { listOwners: { title: "Owners" } } };

/** Codes of findings of `generate`, and what it does with files. */
async function run(
  made: ReturnType<typeof project>,
  text: string,
  config: Config,
) {
  const result = await generate({ out: made.out, ...all, ...config }, { text });
  const kinds = result.outcomes
    .filter(({ kind }) => kind !== "unchanged")
    .map((outcome) => `${outcome.kind} ${outcome.path}`);
  return { codes: lostIn(result.findings), kinds };
}

const lostIn = (findings: readonly { code: string; message: string }[]) =>
  findings
    .filter(({ code }) => code === "lost-operation")
    .map(({ message }) => message);

const marksOf = (made: ReturnType<typeof project>) =>
  made
    .read("toolwright.lock")
    .split("\n")
    .filter((line) => /\t(?:named|gone)\t/.test(line))
    .map((line) => line.split("\t").slice(1).join(" "));

test.each<[string, Config, string]>([
  ["an override by operationId", titled, "listOwners"],
  [
    "an override by method and path",
    { overrides: { "GET /owners": { title: "Owners" } } },
    "GET /owners",
  ],
  [
    "an override that leaves it out",
    { overrides: { listOwners: { exclude: true } } },
    "listOwners",
  ],
  ["a timeout", { timeouts: { listOwners: 5 } }, "listOwners"],
  [
    "the tools that a search lists",
    { tools: "search", alwaysListed: ["listOwners"] },
    "listOwners",
  ],
])(
  "an operation that the document lost and %s names is a finding, in each run and in check, until the config no longer names it",
  async (_what, config, name) => {
    const made = project();
    expect((await run(made, full, config)).codes).toEqual([]);
    expect(marksOf(made)).toEqual([`named tool GET /owners ${name}`]);
    const wanted = [expect.stringContaining(`"${name}"`)];
    expect((await run(made, lost, config)).codes).toEqual(wanted);
    expect(marksOf(made)).toEqual([`gone tool GET /owners ${name}`]);
    const again = await run(made, lost, config);
    expect(again).toEqual({ codes: wanted, kinds: [] });
    const options = { out: made.out, ...all, ...config };
    const checked = await check(options, { text: lost });
    expect(lostIn(checked.findings)).toEqual(wanted);
    expect(checked.current).toBe(true);
    await run(made, lost, {});
    expect(marksOf(made)).toEqual([]);
    await expect(run(made, lost, config)).rejects.toThrow(`"${name}"`);
  },
);

test.each(["listOwners", "GET /owners"])(
  "an operation that the document lost and include names is a finding, until the config no longer names it: %s",
  async (name) => {
    const made = project();
    const config = { include: [name, "listPets"] };
    expect((await run(made, full, config)).codes).toEqual([]);
    const wanted = [
      `The option include names "${name}", an operation that the document no longer has.`,
    ];
    expect((await run(made, lost, config)).codes).toEqual(wanted);
    const again = await run(made, lost, config);
    expect(again).toEqual({ codes: wanted, kinds: [] });
    await run(made, lost, { include: ["listPets"] });
    await expect(run(made, lost, config)).rejects.toThrow(`"${name}"`);
  },
);

test("an operation that comes back is created under its former name", async () => {
  const made = project();
  const named: Config = { overrides: { "GET /owners": { tags: ["people"] } } };
  await run(made, full, named);
  await run(made, lost, named);
  expect(made.has(path)).toBe(false);
  const { codes, kinds } = await run(made, full, named);
  expect(codes).toEqual([]);
  expect(kinds).toContain(`created ${path}`);
  expect(made.read(path)).toContain('name: "listOwners"');
  expect(marksOf(made)).toEqual(["named tool GET /owners GET /owners"]);
});

test("a mark does not take its name from another operation that has it now", async () => {
  const made = project();
  await run(made, full, titled);
  await run(made, lost, titled);
  const moved = full.replaceAll("/owners", "/people");
  const { kinds } = await run(made, moved, titled);
  expect(kinds).toContain(`created ${path}`);
  expect(marksOf(made)).toEqual(["named tool GET /people listOwners"]);
});

test("an edited module of an operation that is gone stays, beside its mark", async () => {
  const made = project();
  await run(made, full, titled);
  made.edit(path, ["send(args)", "send({ ...args })"]);
  const { codes, kinds } = await run(made, lost, titled);
  expect(codes).toHaveLength(1);
  expect(kinds).toContain(`orphaned ${path}`);
  made.remove(path);
  expect((await run(made, lost, titled)).codes).toHaveLength(1);
  expect((await run(made, full, titled)).kinds).toContain(`created ${path}`);
  expect(made.read(path)).toContain("send(args)");
});

test("a name that never was there stays an error", async () => {
  const made = project();
  await run(made, full, titled);
  const wrong: Config = { overrides: { listOwner: { title: "Owner" } } };
  await expect(run(made, lost, wrong)).rejects.toThrow("listOwner");
});

test("a lock in which git met a lost operation and a change of it is settled by the next run", async () => {
  const made = project();
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", ...args],
      { cwd: made.out, stdio: "pipe" },
    );
  await run(made, full, titled);
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "One");
  git("checkout", "--quiet", "-b", "other");
  const changed = full.replace(
    "summary: List the owners",
    "summary: All owners",
  );
  await run(made, changed, { overrides: { listOwners: { tags: ["people"] } } });
  git("commit", "--quiet", "--all", "--message", "Changed");
  git("checkout", "--quiet", "main");
  await run(made, lost, titled);
  git("add", "--all");
  git("commit", "--quiet", "--message", "Gone");
  expect(() => git("merge", "--quiet", "other")).toThrow();
  // The branch deleted the module, and that is what its owner keeps.
  git("checkout", "--quiet", "--ours", "toolwright.lock");
  git("checkout", "--quiet", "--conflict=merge", "toolwright.lock");
  if (made.has(path)) made.remove(path);
  expect(made.read("toolwright.lock")).toContain("<<<<<<<");
  const merged = await run(made, lost, titled);
  expect(merged.codes).toHaveLength(1);
  expect(marksOf(made)).toEqual(["gone tool GET /owners listOwners"]);
  expect(made.read("toolwright.lock")).not.toContain("<<<<<<<");
  expect(await run(made, lost, titled)).toEqual({
    codes: merged.codes,
    kinds: [],
  });
  expect((await run(made, full, titled)).kinds).toContain(`created ${path}`);
});
