import { Server } from "node:net";
import { pathToFileURL } from "node:url";
import {
  fetchTransport,
  isFetchApp,
} from "../../runtime/features/app/fetch.js";
import {
  findExport,
  instantiate,
  loadModule,
} from "../../runtime/features/app/import.js";
import { serverTransport } from "../../runtime/features/app/server.js";
import { unwrapAggregateError } from "../../runtime/features/app/transport.js";
import { loadTypeScript } from "../../runtime/features/app/typescript.js";
import { ToolwrightError } from "../errors.js";
import { findDocument } from "./document.js";
import type { InspectedApp, InspectReply, InspectRequest } from "./read-app.js";

/** Exports that are tried in this order if none is named. */
const USUAL_EXPORTS = [
  "default",
  "app",
  "createApp",
  "buildApp",
  "build",
  "server",
];

// Removed from `process`, so that no application can signal the parent that it is ready, as those under pm2 do.
const send = process.send?.bind(process);
delete process.send;

process.once("message", (request: InspectRequest) => {
  refuseToListen(request);
  void inspect(request).then(sendReply, (error: unknown) =>
    sendReply({ problem: toProblem(error, request) }),
  );
});

/** Sends the one reply. The parent then ends this process. */
function sendReply(message: InspectReply): void {
  send?.(message);
}

/**
 * Replaces `listen` by a reply with a problem: the port may be taken by the running application, and no one would close
 * it.
 */
function refuseToListen({ module }: InspectRequest): void {
  Server.prototype.listen = function (this: Server) {
    sendReply({
      problem: {
        code: "app-listens",
        message: `${module} listens on a port as soon as it is imported, so each MCP server would open that port too.`,
        hint: "Create and export the application in one module (app.ts), call listen in another (main.ts), and pass the first one to --app.",
      },
    });
    return this;
  };
}

async function inspect(request: InspectRequest): Promise<InspectedApp> {
  const module = pathToFileURL(request.module);
  const namespace = await loadModule(module, () =>
    request.typescript
      ? loadTypeScript(module)
      : (import(module.href) as Promise<Record<string, unknown>>),
  );
  const exportName = pickExportName(namespace, request);
  const app = await instantiate(findExport(namespace, exportName), []);
  const form = isFetchApp(app) ? "fetch" : "server";
  const load = async () => app;
  const transport =
    form === "fetch" ? fetchTransport(load) : serverTransport(load);
  await transport.start?.();
  const document = request.wantsDocument
    ? await findDocument(app, request, transport)
    : null;
  // The document is known, even if closing fails.
  await Promise.race([transport.close?.(), waitForEnd()]).catch(
    () => undefined,
  );
  return { form, exportName, document };
}

/** Resolves after 2 s, the time for an application to close what it opened. */
function waitForEnd(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2000));
}

function pickExportName(
  namespace: Record<string, unknown>,
  { exportName, module }: InspectRequest,
): string {
  const names = exportName === null ? USUAL_EXPORTS : [exportName];
  const foundName = names.find((name) => {
    const exported = findExport(namespace, name);
    const isUsual = exportName === null && name === "default";
    return isUsual ? mayBeApp(exported) : exported !== undefined;
  });
  if (foundName !== undefined) return foundName;
  const exported = Object.keys(namespace)
    .filter((name) => !/^(__esModule|module\.exports)$/.test(name))
    .map((name) => name + (namespace[name] === undefined ? " (undefined)" : ""))
    .join(", ");
  throw new ToolwrightError({
    code: "no-app-export",
    message: `${module} does not export an application as ${names.join(", ")}; it exports ${exported === "" ? "nothing" : exported}.`,
    hint: "Use --export to name the export that is the application, or a function that creates it.",
  });
}

/** True if a default export can be an application; the object of `module.exports = { app }` can't. */
function mayBeApp(value: unknown): boolean {
  const methods = ["fetch", "listen", "then"];
  return (
    typeof value === "function" ||
    methods.some(
      (name) => typeof Reflect.get(Object(value), name) === "function",
    )
  );
}

/** Messages of errors that may come from compiling TypeScript differently from tsc, decorators above all. */
const UNLIKE_TSC =
  /^(Reference|Syntax|Type)Error(?!: (Bun|Deno) )|TRANSFORM_ERROR|ParseError/;

function toProblem(failure: unknown, { module, typescript }: InspectRequest) {
  const error = unwrapAggregateError(failure);
  if (error instanceof ToolwrightError && error.problems[0] !== undefined)
    return error.problems[0];
  const reason = error instanceof Error ? error.message : String(error);
  const hint =
    "Some TypeScript can't be compiled on the fly. Compile it first and pass the compiled module: --app ./dist/app.js";
  return {
    ...(typescript && UNLIKE_TSC.test(String(error)) && { hint }),
    code: "app-failed",
    message: reason.includes(module)
      ? reason
      : `The application ${module} failed to start: ${reason}`,
  };
}
