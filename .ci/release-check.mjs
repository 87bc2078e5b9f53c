// Lists what is missing for `npm publish`, and ends with 1 if anything is: npm run release:check
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

// What packs here packs dist as it is: another build would take it from tests that run.
process.env["npm_config_ignore_scripts"] = "true";

/** Most bytes of the packed package. */
const MOST_BYTES = 1_210_000;

const missing = [];
const run = (command, ...args) =>
  spawnSync(command, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
const lastLines = ({ stderr, stdout }) =>
  `${stdout}${stderr}`.trim().split("\n").slice(-5).join("\n  ");

missing.push(
  ...run(process.execPath, ".ci/publishable.mjs").stderr.trim().split("\n"),
);

const packed = run("npm", "pack", "--dry-run", "--json", "--ignore-scripts");
const [{ files, size }] = JSON.parse(packed.stdout);
if (size > MOST_BYTES)
  missing.push(`the package has ${size} bytes, more than ${MOST_BYTES}`);

// Links to files that the package doesn't have need the address of the repository.
const paths = new Set(files.map(({ path }) => path));
for (const path of [...paths].filter((name) => name.endsWith(".md"))) {
  const text = readFileSync(path, "utf8").replace(/```.*?```/gs, "");
  for (const [, link] of text.matchAll(
    /\]\((?!https?:|#|mailto:)([^)#\s]+)/g,
  )) {
    const target = new URL(link, `file:///${path}`).pathname.slice(1);
    const isThere = [...paths].some(
      (name) =>
        name === target || name.startsWith(`${target.replace(/\/$/, "")}/`),
    );
    if (!isThere)
      missing.push(`${path} links to ${link}, which is not in the package`);
  }
}

for (const [name, ...args] of [
  ["publint", "--strict"],
  ["attw", "--pack", ".", "--profile", "esm-only"],
]) {
  const checked = run("npx", "--no-install", name, ...args);
  if (checked.status !== 0) missing.push(`${name}: ${lastLines(checked)}`);
}
const published = run("npm", "publish", "--dry-run", "--ignore-scripts");
if (published.status !== 0)
  missing.push(`npm publish --dry-run: ${lastLines(published)}`);

const found = missing.filter(Boolean);
for (const line of found) process.stdout.write(`- ${line}\n`);
const { name } = JSON.parse(readFileSync("package.json", "utf8"));
process.stdout.write(
  `${found.length === 0 ? "Nothing is missing" : `${found.length} missing`}. You take the name ${name} on npm with the first \`npm publish\`, by hand and with your account.\n`,
);
process.exitCode = found.length > 0 ? 1 : 0;
