import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import type { Source } from "../config/config.js";
import type { ExtraFile } from "../config/extra-file.js";
import { readConfigFile } from "../config/file.js";
import type { Clients } from "../config/profiles.js";
import type { RouteMap } from "../config/route-map.js";
import { ToolwrightError } from "../errors.js";
import type { RunOptions } from "../pipeline.js";

/** Flags that all commands share. */
export interface Flags {
  readonly config?: string;
  readonly app?: string;
  readonly export?: string;
  readonly appDocument?: string;
  readonly out?: string;
  readonly report?: string;
  readonly name?: string;
  readonly baseUrl?: string;
  readonly timeout?: number;
  readonly routePrefix?: string;
  readonly redactErrors?: boolean;
  readonly allRoutesAsTools?: boolean;
  readonly routeMap?: readonly RouteMap[];
  readonly clients?: Clients;
  readonly schemas?: "refs" | "inline";
  readonly auth?: "jwt";
  readonly emit?: readonly ExtraFile[];
  readonly allowRemote?: boolean;
  readonly refRoot?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** One API to work on. */
export interface Run {
  readonly config: Config;
  readonly options: RunOptions;
}

/** The config file's entries with the flags on top; without a file, the flags alone. */
export async function loadConfigs(
  document: string | undefined,
  flags: Flags,
): Promise<Run[]> {
  const cwd = process.cwd();
  const file = await readConfigFile(cwd, flags.config);
  const given = fromFlags(document, flags, cwd);
  if (file === null) return [toRun(given, cwd)];
  const entries = file.configs.map((config) => absolute(config, file.folder));
  if (
    entries.length > 1 &&
    (document ?? flags.app ?? flags.out ?? flags.report) !== undefined
  ) {
    throw new ToolwrightError({
      code: "several-configs",
      message: `The config holds ${entries.length} APIs, so a document, --app or --out on the command line could mean any of them.`,
      hint: "Run it without them, or name another file with --config.",
    });
  }
  return entries.map((entry) => toRun({ ...entry, ...given }, cwd));
}

function fromFlags(
  document: string | undefined,
  flags: Flags,
  cwd: string,
): Config {
  const { name, baseUrl, timeout, routePrefix, redactErrors, routeMap } = flags;
  const all = {
    document,
    app: flags.app,
    export: flags.export,
    appDocument: flags.appDocument,
    out: flags.out,
    report: flags.report,
    name,
    baseUrl,
    timeout,
    routePrefix,
    redactErrors,
    allRoutesAsTools: flags.allRoutesAsTools,
    routeMaps: routeMap,
    clients: flags.clients,
    schemas: flags.schemas,
    auth: flags.auth,
    emit: flags.emit,
    allowRemote: flags.allowRemote,
    refRoot: flags.refRoot,
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return absolute(Object.fromEntries(given), cwd);
}

/** Paths of a config file start at its own folder. */
function absolute<T extends Config | Source>(config: T, folder: string): T {
  const { app, document, out, refRoot, report, sources }: Config = config;
  const isPath =
    document !== undefined && document !== "-" && !/^https?:/i.test(document);
  return {
    ...config,
    ...(isPath ? { document: resolve(folder, document) } : {}),
    ...(app === undefined ? {} : { app: resolve(folder, app) }),
    ...(out === undefined ? {} : { out: resolve(folder, out) }),
    ...(refRoot === undefined ? {} : { refRoot: resolve(folder, refRoot) }),
    ...(report === undefined ? {} : { report: resolve(folder, report) }),
    ...(isList(sources)
      ? { sources: sources.map((source) => absolute(source, folder)) }
      : {}),
  };
}

/** False for what a config file holds by mistake, too. */
function isList(sources: Config["sources"]): sources is readonly Source[] {
  return Array.isArray(sources);
}

function toRun(config: Config, cwd: string): Run {
  return {
    config,
    options:
      config.document === "-"
        ? { cwd, text: readFileSync(0, "utf8") }
        : { cwd },
  };
}
