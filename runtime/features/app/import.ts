import { fileURLToPath } from "node:url";

/** Exports of a module by name. */
type Namespace = Record<string, unknown>;

/**
 * Imports the application that a module exports: an instance, a promise of one, or a factory, which is called with
 * `args`. The module is loaded from its own place, with its own packages and files. Throws an error that names the
 * missing part and the command that helps.
 */
export async function importApp(
  module: URL,
  name: string,
  ...args: unknown[]
): Promise<unknown> {
  // The specifier is not a literal, so that neither tsc nor a bundler follows it: the application has its own settings.
  const load = () => import(module.href) as Promise<Namespace>; // result of `import()`
  return findApp(await loadModule(module, load), { module, name, args });
}

/** Returns the application from a module's exports. Throws if the module has no such export. */
export function findApp(
  namespace: Namespace,
  target: {
    readonly module: URL;
    readonly name: string;
    readonly args: readonly unknown[];
  },
): Promise<unknown> {
  const { args, module, name } = target;
  const exported = findExport(namespace, name);
  if (exported !== undefined) return instantiate(exported, args);
  throw new Error(`${fileURLToPath(module)} does not export "${name}".`);
}

/** Loads a module. Throws an error with the reason and the remedy. */
export async function loadModule(
  module: URL,
  load: () => Promise<Namespace>,
): Promise<Namespace> {
  try {
    return await load();
  } catch (error) {
    throw explainImport(error, fileURLToPath(module));
  }
}

/** Finds an export by name. CommonJS modules arrive as `default`; a compiled `export default` is one level deeper. */
export function findExport(namespace: Namespace, name: string): unknown {
  const defaultExport = namespace["default"];
  const isCompiled =
    isObject(defaultExport) && defaultExport["__esModule"] === true;
  if (isCompiled) return defaultExport[name];
  return (
    namespace[name] ??
    (isObject(defaultExport) ? defaultExport[name] : undefined)
  );
}

/** Returns the application of an export, which may be a promise or a factory. */
export async function instantiate(
  exported: unknown,
  args: readonly unknown[],
): Promise<unknown> {
  const value = await exported;
  return isFactory(value) ? value(...args) : value;
}

/**
 * True if an export is a factory. Applications can be functions too, with the parameters request and response.
 */
function isFactory(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function" && value.length < 2 && !("fetch" in value);
}

/** Explains an error of loading a module, with the remedy. Errors of the module's own code are returned unchanged. */
function explainImport(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const [, missingName = ""] =
    /Cannot find (?:module|package) '([^']*)'/.exec(error.message) ?? [];
  switch (error.code) {
    case "ERR_UNKNOWN_FILE_EXTENSION":
      if (!/"\.[cm]?tsx?"/.test(error.message)) return error;
      return new Error(
        `${file} is TypeScript, which this Node.js version can't load. Start with: node --import tsx dist/main.js`,
        { cause: error },
      );
    case "ERR_MODULE_NOT_FOUND":
    case "MODULE_NOT_FOUND":
      return isPackage(missingName)
        ? new Error(
            `${file} needs the package ${readPackageName(missingName)}, which is not installed. In the application's folder, run: npm install ${readPackageName(missingName)}`,
            { cause: error },
          )
        : new Error(
            `${file} could not be loaded: file not found: ${missingName || file}.`,
            { cause: error },
          );
    default:
      return error;
  }
}

function isPackage(specifier: string): boolean {
  return /^(@[^/\\]+\/)?[^./\\@:][^/\\:]*(\/|$)/.test(specifier);
}

/** Reads the package name of a specifier: `@scope/name/file` → `@scope/name`. */
function readPackageName(specifier: string): string {
  const [firstSegment = "", secondSegment = ""] = specifier.split("/");
  return firstSegment.startsWith("@")
    ? `${firstSegment}/${secondSegment}`
    : firstSegment;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
