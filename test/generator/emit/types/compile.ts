import ts from "typescript";

/** Files of the compiler's own library, read once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Errors of the compiler for these modules under the strictest options: `TS2502: …`; empty if it has none. */
export function compile(files: Readonly<Record<string, string>>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    skipLibCheck: true,
    types: [],
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path in files || disk.fileExists(path),
    readFile: (path) => files[path] ?? disk.readFile(path),
    getSourceFile: (path, version) => {
      const text = files[path];
      if (text !== undefined) return ts.createSourceFile(path, text, version);
      const library = libraries.get(path) ?? disk.getSourceFile(path, version);
      libraries.set(path, library);
      return library;
    },
  };
  const program = ts.createProgram(Object.keys(files), options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ code, messageText }) =>
        `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}
