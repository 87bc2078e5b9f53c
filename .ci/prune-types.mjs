// Deletes the declarations in dist/types that the package's own types don't refer to.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const folder = "dist/types";
const reached = new Set();
const queue = [join(folder, "generator/index.d.ts")];
for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
  if (reached.has(file) || !existsSync(file)) continue;
  reached.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /\b(?:from |import\()"(\.[^"]+)\.js"/g,
  );
  for (const [, path] of imports)
    queue.push(normalize(join(dirname(file), `${path}.d.ts`)));
}
for (const name of readdirSync(folder, { recursive: true })) {
  const file = join(folder, name);
  if (file.endsWith(".d.ts") && !reached.has(file)) rmSync(file);
}
