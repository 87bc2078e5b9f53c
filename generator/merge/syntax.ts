import { createRequire } from "node:module";
import { treeOf } from "./grow.js";
import type { Tree } from "./tree.js";

/** A language that files are merged in by structure. */
export interface Syntax {
  /** Undefined where the text is not valid. */
  parse(text: string): Tree | undefined;
  isValid(text: string): boolean;
}

/**
 * The way into ts-morph, which takes 0.3 s to load and is therefore only loaded where both sides
 * changed a file. By `require`, since `import` takes twice as long. Undefined for a file that is
 * neither TypeScript nor JSON.
 */
export function syntaxOf(path: string): Syntax | undefined {
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
  const read = (text: string) => {
    const file = project.createSourceFile(`/file${ending}`, text, {
      overwrite: true,
    });
    const problems = project.getProgram().getSyntacticDiagnostics(file);
    return { file: file.compilerNode, valid: problems.length === 0 };
  };
  return {
    parse(text) {
      const { file, valid } = read(text);
      return valid ? treeOf(file, { ts, file }) : undefined;
    },
    isValid: (text) => read(text).valid,
  };
}
