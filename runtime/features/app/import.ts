import { fileURLToPath } from "node:url";

/** What a module exports, by name. */
type Namespace = Record<string, unknown>;

/**
 * The application that a module exports: an instance, a promise of one, or a factory, which is called with `args`.
 * The module is loaded from where it is, with its own packages and files.
 * Throws an error that names what is missing and the command that helps.
 */
export async function importApp(
  module: URL,
  name: string,
  ...args: unknown[]
): Promise<unknown> {
  // The specifier is no literal, so that neither tsc nor a bundler follows it: the application has its own settings.
  const load = () => import(module.href) as Promise<Namespace>; // what `import()` gives
  return findApp(await loadModule(module, load), { module, name, args });
}

/** The application of a module that is loaded. Throws where it has no such export. */
export function findApp(
  namespace: Namespace,
  wanted: {
    readonly module: URL;
    readonly name: string;
    readonly args: readonly unknown[];
  },
): Promise<unknown> {
  const { args, module, name } = wanted;
  const exported = findExport(namespace, name);
  if (exported !== undefined) return instantiate(exported, args);
  throw new Error(`${fileURLToPath(module)} has no export "${name}".`);
}

/** Loads a module. Throws what kept it from being loaded, and what to do. */
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

/** CommonJS arrives as `default`; what a compiler made of `export default` is one step further in. */
export function findExport(namespace: Namespace, name: string): unknown {
  const inner = namespace["default"];
  const isCompiled = isObject(inner) && inner["__esModule"] === true;
  if (isCompiled) return inner[name];
  return namespace[name] ?? (isObject(inner) ? inner[name] : undefined);
}

/** The application itself, of what was exported in its place. */
export async function instantiate(
  exported: unknown,
  args: readonly unknown[],
): Promise<unknown> {
  const value = await exported;
  return isFactory(value) ? value(...args) : value;
}

/** Applications can be functions too: of a request and a response. */
function isFactory(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function" && value.length < 2 && !("fetch" in value);
}

/** What kept a module from being loaded, and what to do; an error of the module's own code as it is. */
function explainImport(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const [, missing = ""] =
    /Cannot find (?:module|package) '([^']*)'/.exec(error.message) ?? [];
  switch (error.code) {
    case "ERR_UNKNOWN_FILE_EXTENSION":
      if (!/"\.[cm]?tsx?"/.test(error.message)) return error;
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
