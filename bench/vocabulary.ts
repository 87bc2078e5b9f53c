import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import words from "./vague-words.json" with { type: "json" };

/**
 * Words of `vague-words.json`, which `eslint.config.js` looks for as well. `names` have no noun, so that they say nothing
 * of what a variable, a parameter or a type holds. `openings` are first words of doc comments that name no thing.
 * `fillers` are nouns that name no content either; a renaming should not take refuge in them.
 *
 * Shares of local names that are no nouns, and of doc comments that begin without naming a thing, for the generator
 * and the runtime. `npx tsx bench/vocabulary.ts` prints them; `--words` adds how often each name stands.
 */

interface Count {
  readonly locals: Map<string, number>;
  comments: number;
  vagueComments: number;
}

const OPENING = new RegExp(`^(?:${words.openings.join("|")})\\b`);

function countFile(path: string, count: Count): void {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  visit(source, count.locals);
  for (const [, body = ""] of text.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
    count.comments += 1;
    if (OPENING.test(body.replace(/^[\s*]+/, ""))) count.vagueComments += 1;
  }
}

/** Adds the names that `const` and `let` declare, those of destructuring included. */
function visit(node: ts.Node, locals: Map<string, number>): void {
  if (ts.isVariableDeclaration(node)) addNames(node.name, locals);
  ts.forEachChild(node, (child) => visit(child, locals));
}

function addNames(name: ts.BindingName, locals: Map<string, number>): void {
  if (ts.isIdentifier(name)) {
    locals.set(name.text, (locals.get(name.text) ?? 0) + 1);
    return;
  }
  for (const element of name.elements)
    if (ts.isBindingElement(element)) addNames(element.name, locals);
}

function sumOf(names: readonly string[], locals: Map<string, number>): number {
  return names.reduce((sum, name) => sum + (locals.get(name) ?? 0), 0);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const percent = (part: number, total: number) =>
  `${((100 * part) / total).toFixed(1)} %`;

for (const folder of ["generator", "runtime"]) {
  const count: Count = { locals: new Map(), comments: 0, vagueComments: 0 };
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".ts")) countFile(join(folder, file), count);
  const total = [...count.locals.values()].reduce((sum, uses) => sum + uses, 0);
  const vague = sumOf(words.names, count.locals);
  const fillers = words.fillers.map(
    (name) => `${name} ${count.locals.get(name) ?? 0}`,
  );
  print(
    `${folder}: ${vague} of ${total} local names are no nouns (${percent(vague, total)}), ` +
      `${count.vagueComments} of ${count.comments} doc comments name no thing (${percent(count.vagueComments, count.comments)}); ` +
      `fillers: ${fillers.join(", ")}`,
  );
  if (process.argv.includes("--words"))
    for (const [name, uses] of [...count.locals].sort((a, b) => b[1] - a[1]))
      if (words.names.includes(name)) print(`  ${name} ${uses}`);
}
