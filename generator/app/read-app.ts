import { fork, type ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Config } from "../config/config.js";
import { ToolwrightError, type Problem } from "../errors.js";

/** A web application that a server calls in its own process. */
export interface App extends Pick<Found, "form" | "exportName"> {
  /** Its module as a relative URL, from `src/` of the output as from `dist/`. */
  readonly specifier: string;
  readonly typescript: boolean;
  /** Its document, where it gave one. */
  readonly source: { readonly text: string; readonly name: string } | null;
}

/** What the process that loads an application is asked. */
export interface Request {
  /** Absolute path of the module. */
  readonly module: string;
  readonly typescript: boolean;
  /** Name of the export; null for the usual ones. */
  readonly exportName: string | null;
  /** Route that serves the document; null for the usual ones. */
  readonly route: string | null;
  /** False where the document is known already. */
  readonly wantsDocument: boolean;
}

/** What it found. */
export interface Found {
  /** How it is called in its process: by its Fetch handler, or through a `node:http` server. */
  readonly form: "fetch" | "server";
  readonly exportName: string;
  /** Text of the OpenAPI document; null where none was asked for. */
  readonly document: string | null;
}

/** Its one message. */
export type Reply = Found | { readonly problem: Problem };

/** Seconds for loading, starting and ending an application. */
const PATIENCE = 60;

/**
 * Loads the application that a config names, and asks it for its document unless the config has one; null
 * where it names none. It runs in a process of its own, which ends with it: whatever it starts, prints, opens
 * or changes is gone afterwards. Throws a ToolwrightError that says what was missing.
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
      message: `There is no file ${module}.`,
      hint: "Name the module that exports the application: --app ./src/app.ts",
    });
  }
  const typescript = /\.[cm]?tsx?$/.test(module);
  const child = start(cwd);
  const reply = await replyOf(child, {
    module,
    typescript,
    exportName: config.export ?? null,
    route: config.appDocument ?? null,
    wantsDocument: config.document === undefined,
  }).finally(() => child.kill("SIGKILL"));
  if ("problem" in reply) throw new ToolwrightError(reply.problem);
  const { document: text, ...found } = reply;
  const name = `the application ${config.app}`;
  return {
    ...found,
    specifier: specifierOf(module, resolve(cwd, config.out ?? ".", "src")),
    typescript,
    source: text === null ? null : { text, name },
  };
}

/** This file is TypeScript where the generator itself is worked on, and JavaScript in the package. */
function start(cwd: string): ChildProcess {
  const isSource = import.meta.url.endsWith(".ts");
  const child = isSource ? "./child.ts" : "./app/child.js";
  return fork(fileURLToPath(new URL(child, import.meta.url)), {
    cwd,
    execArgv: isSource ? ["--import", tsx()] : [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

function tsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
}

function replyOf(child: ChildProcess, request: Request): Promise<Reply> {
  let said = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2000);
    });
  }
  return new Promise((resolve) => {
    const fail = (message: string) =>
      resolve({
        problem: failure(message, stripVTControlCharacters(said).trim()),
      });
    const timer = setTimeout(
      () => fail(`The application was not ready within ${PATIENCE} s.`),
      PATIENCE * 1000,
    );
    child.once("message", (reply: Reply) => resolve(reply));
    child.once("error", (error) => fail(error.message));
    child.once("close", () => {
      clearTimeout(timer);
      fail("The application ended the process while it was loaded.");
    });
    child.send(request);
  });
}

function failure(message: string, said: string): Problem {
  return {
    code: "app-failed",
    message: said === "" ? message : `${message} It said:\n${said}`,
    hint: `Export the application from a module that only makes it, and start it from another one.${said === "" ? " Export a router of itty-router as { ...router }." : ""}`,
  };
}

function specifierOf(module: string, folder: string): string {
  const path = relative(folder, module).replaceAll("\\", "/");
  const url = path.split("/").map(encodeURIComponent).join("/");
  return url.startsWith(".") ? url : `./${url}`;
}
