// What npm wants to know of the repository before a release.
// node .ci/publishable.mjs OWNER/NAME "Author"   fills it in, here and in the pages that name the repository.
// node .ci/publishable.mjs                       ends with 1 where something is missing.
import { readFileSync, writeFileSync } from "node:fs";

const [repository, author] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const page = "docs/reviews.md";

if (repository === undefined) {
  const { version } = manifest;
  const missing = ["author", "repository", "homepage", "bugs"].filter(
    (field) => manifest[field] === undefined,
  );
  const problems = [
    ...missing.map((field) => `package.json has no ${field}`),
    ...(readFileSync(page, "utf8").includes("OWNER/")
      ? [`${page} does not name the repository`]
      : []),
    ...(readFileSync("CHANGELOG.md", "utf8").includes(`\n## ${version}\n`)
      ? []
      : [`CHANGELOG.md has no chapter ${version}`]),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || author === undefined) {
  process.stderr.write('Usage: node .ci/publishable.mjs OWNER/NAME "Author"\n');
  process.exitCode = 2;
} else {
  const url = `https://github.com/${repository}`;
  const { name, version, description, license, ...others } = manifest;
  const told = {
    ...{ name, version, description, license, author },
    repository: { type: "git", url: `git+${url}.git` },
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
  };
  const filled = JSON.stringify({ ...told, ...others, ...told }, null, 2);
  writeFileSync("package.json", `${filled}\n`);
  const text = readFileSync(page, "utf8");
  writeFileSync(page, text.replace("OWNER/toolwright", repository));
}
