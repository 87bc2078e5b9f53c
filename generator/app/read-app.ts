import { fork, type ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Config } from "../config/config.js";
import { ToolwrightError, type Problem } from "../errors.js";

/** Web application that a server calls in its own process. */
export interface App extends Pick<InspectedApp, "form" | "exportName"> {
  /** Relative URL of the module, the same from `src/` of the output and from `dist/`. */
  readonly specifier: string;
  readonly typescript: boolean;
  /** Document that the application served or generated; null if the config names one. */
  readonly source: { readonly text: string; readonly name: string } | null;
}

/** Message to the child process that loads an application. */
export interface InspectRequest {
  /** Absolute path of the module. */
  readonly module: string;
  readonly typescript: boolean;
  /** Name of the export; null for the usual ones. */
  readonly exportName: string | null;
  /** Route that serves the document; null for the usual ones. */
  readonly route: string | null;
  /** False if the config names a document. */
  readonly wantsDocument: boolean;
}

/** Loaded application, as the child process describes it. */
export interface InspectedApp {
  /** Interface by which it is called in its process: its Fetch handler, or a `node:http` server. */
  readonly form: "fetch" | "server";
  readonly exportName: string;
  /** Text of the OpenAPI document; null if the request wants none. */
  readonly document: string | null;
}

/** Message from the child process, sent once. */
export type InspectReply = InspectedApp | { readonly problem: Problem };

/** Seconds for loading, starting and ending an application. */
const APP_TIMEOUT = 60;

/**
 * Loads the application that a config names, and reads its document unless the config names one. Null if the
 * config names no application. The application runs in a child process that is killed afterwards, so that
 * nothing it starts, prints, opens or changes stays. Throws `ToolwrightError` if the module, the export or the
 * document is missing.
 */
export async function readApp(
  config: Config,
  cwd: string,
): Promise<App | null> {
  if (config.app === undefined) return null;
  const module = resolve(cwd, config.app);
  if (!statSync(module, { throwIfNoEntry: false })?.isFile()) {
    throw new ToolwrightError({
      code: "no-app",
      message: `File not found: ${module}`,
      hint: "Pass the module that exports the application: --app ./src/app.ts",
    });
  }
  const typescript = /\.[cm]?tsx?$/.test(module);
  const child = startChild(cwd);
  const reply = await requestReply(child, {
    module,
    typescript,
    exportName: config.export ?? null,
    route: config.appDocument ?? null,
    wantsDocument: config.document === undefined,
  }).finally(() => child.kill("SIGKILL"));
  if ("problem" in reply) throw new ToolwrightError(reply.problem);
  const { document: text, ...inspectedApp } = reply;
  const name = `the application ${config.app}`;
  return {
    ...inspectedApp,
    specifier: toSpecifier(module, resolve(cwd, config.out ?? ".", "src")),
    typescript,
    source: text === null ? null : { text, name },
  };
}

/** Starts the child process: TypeScript by tsx in the generator's repository, JavaScript in the package. */
function startChild(cwd: string): ChildProcess {
  const isSource = import.meta.url.endsWith(".ts");
  const child = isSource ? "./child.ts" : "./app/child.js";
  return fork(fileURLToPath(new URL(child, import.meta.url)), {
    cwd,
    execArgv: isSource ? ["--import", resolveTsx()] : [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

function resolveTsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
}

function requestReply(
  child: ChildProcess,
  request: InspectRequest,
): Promise<InspectReply> {
  let consoleText = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding("utf8").on("data", (text: string) => {
      consoleText = (consoleText + text).slice(-2000);
    });
  }
  return new Promise((resolve) => {
    const fail = (message: string) =>
      resolve({
        problem: createProblem(
          message,
          stripVTControlCharacters(consoleText).trim(),
        ),
      });
    const timer = setTimeout(
      () => fail(`The application was not ready within ${APP_TIMEOUT} s.`),
      APP_TIMEOUT * 1000,
    );
    child.once("message", (reply: InspectReply) => resolve(reply));
    child.once("error", (error) => fail(error.message));
    child.once("close", () => {
      clearTimeout(timer);
      fail("The application exited while it was being loaded.");
    });
    child.send(request);
  });
}

function createProblem(message: string, consoleText: string): Problem {
  return {
    code: "app-failed",
    message:
      consoleText === "" ? message : `${message} Its output:\n${consoleText}`,
    hint: `Export the application from a module that only creates it, and start it in another module.${consoleText === "" ? " Export a router of itty-router as { ...router }." : ""}`,
  };
}

function toSpecifier(module: string, folder: string): string {
  const path = relative(folder, module).replaceAll("\\", "/");
  const url = path.split("/").map(encodeURIComponent).join("/");
  return url.startsWith(".") ? url : `./${url}`;
}
