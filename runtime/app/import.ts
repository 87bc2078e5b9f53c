import { fileURLToPath } from "node:url";

/**
 * An export of an application's module. The module is loaded from where it is, with its own packages and files.
 * Throws an error that names what is missing and the command that helps.
 */
export async function importApp(module: URL, name: string): Promise<unknown> {
  // The specifier is no literal, so that neither tsc nor a bundler follows it: the application has its own settings.
  const exported = await import(module.href).then(
    (namespace: Record<string, unknown>) => exportOf(namespace, name),
    (error: unknown) => {
      throw explainImport(error, fileURLToPath(module));
    },
  );
  if (exported !== undefined) return exported;
  throw new Error(`${fileURLToPath(module)} has no export "${name}".`);
}

/** CommonJS arrives as `default`; what a compiler made of `export default` is one step further in. */
export function exportOf(
  namespace: Record<string, unknown>,
  name: string,
): unknown {
  const inner = namespace["default"];
  const isCompiled = isObject(inner) && inner["__esModule"] === true;
  if (isCompiled) return inner[name];
  return namespace[name] ?? (isObject(inner) ? inner[name] : undefined);
}

/** What kept a module from being loaded, and what to do; an error of the module's own code as it is. */
export function explainImport(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const [, missing = ""] =
    /Cannot find (?:module|package) '([^']*)'/.exec(error.message) ?? [];
  switch (error.code) {
    case "ERR_UNKNOWN_FILE_EXTENSION":
      return new Error(
        `${file} is TypeScript, which this Node.js does not load by itself. Start with: node --import tsx dist/main.js`,
        { cause: error },
      );
    case "ERR_MODULE_NOT_FOUND":
    case "MODULE_NOT_FOUND":
      return isPackage(missing)
        ? new Error(
            `${file} needs the package ${packageOf(missing)}, which is not installed. In the application's folder, run: npm install ${packageOf(missing)}`,
            { cause: error },
          )
        : new Error(
            `${file} can't be loaded: there is no file ${missing || file}.`,
            { cause: error },
          );
    default:
      return error;
  }
}

function isPackage(specifier: string): boolean {
  return /^(@[^/\\]+\/)?[^./\\@:][^/\\:]*(\/|$)/.test(specifier);
}

/** `@scope/name/file` → `@scope/name` */
function packageOf(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
