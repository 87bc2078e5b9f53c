import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../generator/index.js";
import { documents, UNSERVABLE } from "../corpus/documents.js";
import { createFolder } from "../corpus/emitted.js";
import { bundle } from "../emitted/project.js";
import { inspector } from "./inspector.js";

const { folder, remove } = createFolder();
afterAll(remove);

/** Real documents, if they are beside the repository. */
const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

test.each(servable)(
  "tools of $id have no error of the Inspector's linter",
  async ({ id, path }) => {
    const out = join(folder, id);
    await generate({ document: path, out, allRoutesAsTools: true });
    const main = await bundle(out);
    const command = [inspector, "--cli", process.execPath, main];
    const options = ["--method", "tools/list", "--strict"];
    // Ends with 6 if a finding is an error; warnings are printed and pass.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...command, ...options],
      { maxBuffer: 64_000_000 },
    );
    expect(stdout).toContain('"inputSchema"');
  },
);
