import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { understood as fastApiCalls } from "../fastapi/calls.js";
import { startFastApi } from "../fastapi/start.js";
import { createApp } from "../fastify/app.js";
import { understood as fastifyCalls } from "../fastify/calls.js";
import type { Recorded } from "./documents.js";

/**
 * The applications that judge requests, with their calls. Their documents are kept in a folder, and taken from there
 * where they are in it: a later recording needs the same. An application that can't be started is left out.
 */
export async function applications(folder: string): Promise<Recorded[]> {
  mkdirSync(folder, { recursive: true });
  const found = await Promise.all([
    kept("wire-fastify", folder, fastifyDocument),
    kept("wire-fastapi", folder, fastApiDocument),
  ]);
  const calls = [fastifyCalls, fastApiCalls];
  return found.flatMap((document, index) =>
    document === undefined ? [] : [{ ...document, calls: calls[index] ?? [] }],
  );
}

async function kept(
  id: string,
  folder: string,
  make: () => Promise<string | undefined>,
): Promise<Omit<Recorded, "calls"> | undefined> {
  const path = join(folder, `${id}.json`);
  if (existsSync(path)) return { id, path };
  const text = await make();
  if (text === undefined) return undefined;
  writeFileSync(path, text);
  return { id, path };
}

async function fastifyDocument(): Promise<string> {
  const app = await createApp();
  const document = app.swagger();
  await app.close();
  return JSON.stringify(document);
}

async function fastApiDocument(): Promise<string | undefined> {
  const app = await startFastApi();
  if ("note" in app) {
    process.stderr.write(`${app.note}\n`);
    return undefined;
  }
  const response = await fetch(`${app.url}/openapi.json`);
  const text = await response.text();
  await app.close();
  return text;
}
