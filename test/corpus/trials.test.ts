import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../generator/index.js";
import { planServer } from "../../generator/pipeline.js";
import { createMockResponses } from "../../generator/testgen/mock-responses.js";
import { aThird, documents, UNSERVABLE } from "./documents.js";
import { createFolder } from "./emitted.js";

const { folder, remove } = createFolder();
afterAll(remove);

/** The largest are left to `npm run test:corpus:all`. */
const MOST_OPERATIONS =
  process.env["TOOLWRIGHT_DOCUMENTS"] === "all" ? Infinity : 200;

const servable = aThird(
  documents.filter(
    ({ id, operations }) =>
      !Object.hasOwn(UNSERVABLE, id) && operations <= MOST_OPERATIONS,
  ),
  1,
);

/** Responses of all documents that were made, and those of them that their own schema refuses. */
const count = { all: 0, wrong: 0 };

test.each(servable)("$id: the mock responds", async ({ path, refRoot }) => {
  const { apis } = await planServer(
    { document: path, refRoot },
    { lock: null },
  );
  for (const { api } of apis) {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      validateFormats: false,
    });
    const $defs = Object.fromEntries(api.schemas);
    ajv.addSchema({ $id: "api", $defs });
    for (const operation of Object.values(
      createMockResponses(api.operations, api.schemas).operations,
    )) {
      const fits = Object.values(operation)
        .filter(({ schema }) => schema !== undefined)
        .map(({ body, schema }) => {
          const text = JSON.stringify(schema).replaceAll(
            '"#/$defs/',
            '"api#/$defs/',
          );
          return ajv.validate(JSON.parse(text) as object, body);
        });
      count.all += 1;
      if (fits.includes(false)) count.wrong += 1;
    }
  }
});

test("the mock responds as the schema says to 99 of a hundred operations", () => {
  expect(count.wrong).toBeLessThanOrEqual(count.all / 100);
});

/** Tools of all documents, and those that have a test. */
const tools = { all: 0, tried: 0 };

test.each(servable)(
  "$id: the test of each tool passes",
  async ({ id, path, refRoot }) => {
    const out = join(folder, id);
    const { components } = await generate({
      document: path,
      refRoot,
      out,
      allRoutesAsTools: true,
      emit: ["tests"],
    });
    const outfile = join(out, "dist", "test.js");
    await build({
      entryPoints: [join(out, "test", "index.ts")],
      outfile,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
    });
    const args = ["--test", "--test-reporter=tap", outfile];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      maxBuffer: 100_000_000,
    }).catch((error: { stdout: string }) => error);
    expect(stdout.match(/^not ok .*|^ {2}error: .*/gm) ?? []).toEqual([]);
    tools.all += components.length;
    tools.tried += Number(/^# pass (\d+)$/m.exec(stdout)?.[1]);
  },
);

test("tests exist for 98 of a hundred tools", () => {
  expect(tools.tried).toBeGreaterThanOrEqual(tools.all * 0.98);
});
