import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withDocumentsAt } from "../../../generator/load/git.js";
import { load } from "../../../generator/load/load.js";
import { temporaryFolder } from "../temporary.js";

test("a document at a git ref resolves references to files of the same ref", async () => {
  const folder = temporaryFolder();
  const model = join(folder, "models/pet.json");
  const path = join(folder, "api/api.json");
  const pet = { $ref: "../models/pet.json" };
  for (const part of ["models", "api"]) mkdirSync(join(folder, part));
  writeFileSync(model, `{ "title": "old" }`);
  writeFileSync(path, JSON.stringify({ openapi: "3.1.0", pet }));
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", ...args],
      {
        cwd: folder,
      },
    );
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "One");
  writeFileSync(model, `{ "title": "new" }`);

  const { document } = await withDocumentsAt("HEAD", [path], ([old = ""]) =>
    load(old),
  );
  expect(document["x-files"]).toEqual({
    "../models/pet.json": { title: "old" },
  });
});
