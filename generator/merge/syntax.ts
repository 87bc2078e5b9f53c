import { createRequire } from "node:module";
import { treeOf } from "./grow.js";
import type { Tree } from "./tree.js";

/**
 * What makes a tree of a text, undefined where it is not valid; nothing for a file that is neither
 * TypeScript nor JSON. The way into ts-morph, which takes 0.3 s to load and is therefore only loaded
 * where both sides changed a file. By `require`, since `import` takes twice as long.
 */
export function parserOf(
  path: string,
): ((text: string) => Tree | undefined) | undefined {
  const ending = /\.(?:ts|json)$/.exec(path)?.[0];
  if (ending === undefined) return undefined;
  const require = createRequire(import.meta.url);
  // What `require` gives has no type of its own.
  const { Project, ts } = require("ts-morph") as typeof import("ts-morph");
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true, resolveJsonModule: true },
  });
  return (text) => {
    const source = project.createSourceFile(`/file${ending}`, text, {
      overwrite: true,
    });
    const problems = project.getProgram().getSyntacticDiagnostics(source);
    const file = source.compilerNode;
    return problems.length === 0 ? treeOf(file, { ts, file }) : undefined;
  };
}
