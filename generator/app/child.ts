import { Server } from "node:net";
import { pathToFileURL } from "node:url";
import {
  fetchTransport,
  isFetchApp,
} from "../../runtime/features/app/fetch.js";
import {
  exportOf,
  instanceOf,
  loadModule,
} from "../../runtime/features/app/import.js";
import { serverTransport } from "../../runtime/features/app/server.js";
import { firstOf } from "../../runtime/features/app/transport.js";
import { loadTypeScript } from "../../runtime/features/app/typescript.js";
import { ToolwrightError } from "../errors.js";
import { findDocument } from "./document.js";
import type { Found, Reply, Request } from "./read-app.js";

/** Looked for where no export is named, in this order. */
const USUAL = ["default", "app", "createApp", "buildApp", "build", "server"];

// Taken away, so that no application tells the parent that it is ready, as those under pm2 do.
const send = process.send?.bind(process);
delete process.send;

process.once("message", (request: Request) => {
  refuseToListen(request);
  void inspect(request).then(reply, (error: unknown) =>
    reply({ problem: problemOf(error, request) }),
  );
});

/** The parent ends this process as soon as it knows. */
function reply(message: Reply): void {
  send?.(message);
}

/** A port may be taken by the application itself, and nobody would close it. */
function refuseToListen({ module }: Request): void {
  Server.prototype.listen = function (this: Server) {
    reply({
      problem: {
        code: "app-listens",
        message: `${module} listens on a port as soon as it is imported, so every MCP server would open that port too.`,
        hint: "Export the application from a module of its own (app.ts), let another one import it and listen (main.ts), and name the first one with --app.",
      },
    });
    return this;
  };
}

async function inspect(request: Request): Promise<Found> {
  const module = pathToFileURL(request.module);
  const namespace = await loadModule(module, () =>
    request.typescript
      ? loadTypeScript(module)
      : (import(module.href) as Promise<Record<string, unknown>>),
  );
  const exportName = nameOf(namespace, request);
  const app = await instanceOf(exportOf(namespace, exportName), []);
  const form = isFetchApp(app) ? "fetch" : "server";
  const load = async () => app;
  const transport =
    form === "fetch" ? fetchTransport(load) : serverTransport(load);
  await transport.start?.();
  const document = request.wantsDocument
    ? await findDocument(app, request, transport)
    : null;
  // Its document is known, whether its end fails or not.
  await Promise.race([transport.close?.(), soon()]).catch(() => undefined);
  return { form, exportName, document };
}

/** A second or two for an application to end what it started. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2000));
}

function nameOf(
  namespace: Record<string, unknown>,
  { exportName, module }: Request,
): string {
  const names = exportName === null ? USUAL : [exportName];
  const found = names.find((name) => {
    const exported = exportOf(namespace, name);
    const isUsual = exportName === null && name === "default";
    return isUsual ? mayBeApp(exported) : exported !== undefined;
  });
  if (found !== undefined) return found;
  const exported = Object.keys(namespace)
    .filter((name) => !/^(__esModule|module\.exports)$/.test(name))
    .map((name) => name + (namespace[name] === undefined ? " (undefined)" : ""))
    .join(", ");
  throw new ToolwrightError({
    code: "no-app-export",
    message: `${module} exports no application as ${names.join(", ")}; it exports ${exported === "" ? "nothing" : exported}.`,
    hint: "Name the export that is the application, or a function that makes it, with --export.",
  });
}

/** `module.exports = { app }` is a default export, too, and no application. */
function mayBeApp(value: unknown): boolean {
  const methods = ["fetch", "listen", "then"];
  return (
    typeof value === "function" ||
    methods.some(
      (name) => typeof Reflect.get(Object(value), name) === "function",
    )
  );
}

/** What may come of it that decorators, above all, are not compiled as TypeScript's own compiler does. */
const UNLIKE_TSC =
  /^(Reference|Syntax|Type)Error(?!: (Bun|Deno) )|TRANSFORM_ERROR|ParseError/;

function problemOf(failure: unknown, { module, typescript }: Request) {
  const error = firstOf(failure);
  if (error instanceof ToolwrightError && error.problems[0] !== undefined)
    return error.problems[0];
  const reason = error instanceof Error ? error.message : String(error);
  const hint =
    "Some TypeScript can't be compiled as it is loaded. Compile it first and name the compiled module: --app ./dist/app.js";
  return {
    ...(typescript && UNLIKE_TSC.test(String(error)) && { hint }),
    code: "app-failed",
    message: reason.includes(module)
      ? reason
      : `The application ${module} can't be started: ${reason}`,
  };
}
