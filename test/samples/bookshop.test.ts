import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApi } from "../../samples/bookshop/api.js";
import type { RunningApi } from "../../samples/bookshop/api.js";
import { drawCover } from "../../samples/bookshop/draw.js";
import { routes } from "../../samples/bookshop/routes.js";
import { readContract, violations } from "./contract.js";
import type { Operation } from "./contract.js";
import { story } from "./story.js";

const contract = await readContract(
  new URL("../../samples/bookshop/openapi.yaml", import.meta.url),
);
const seen = new Set<string>();
let folder: string;
let api: RunningApi;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bookshop-"));
  api = await startApi({ folder, key: "k" });
});

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

it("the bookshop has the routes of its document, and no others", () => {
  const documented = contract.operations.map(({ route }) => route);
  expect(Object.keys(routes).sort()).toEqual(documented.sort());
});

it("the bookshop needs the key exactly for the operations that declare it", async () => {
  for (const { route, guarded } of contract.operations) {
    const { status } = await ask(route.replaceAll(/\{\w+\}/g, "0"), undefined, {
      key: "wrong",
    });
    expect([route, status === 401]).toEqual([route, guarded]);
  }
});

describe("the bookshop in one day", () => {
  for (const [request, body, status, answer] of story) {
    it(`${request} → ${status}`, async () => {
      const got = await ask(request, body);
      expect(got).toMatchObject(
        answer === undefined ? { status } : { status, body: answer },
      );
    });
  }

  it("stops counting when the caller disconnects, and runs one count at a time", async () => {
    const slow = { secondsPerShelf: 60 };
    const caller = new AbortController();
    const counting = ask("POST /stocktake", slow, { signal: caller.signal });
    await untilStocktakeIs("running");
    expect(await ask("POST /stocktake", slow)).toMatchObject({ status: 409 });

    caller.abort();
    await expect(counting).rejects.toThrow("aborted");
    await untilStocktakeIs("abandoned");
  });

  it("keeps its ledger in the folder", async () => {
    const before = await ask("GET /books/1");
    await api.close();
    api = await startApi({ folder, key: "k" });
    expect(await ask("GET /books/1")).toEqual(before);
    expect(await ask("GET /orders/103")).toMatchObject({ status: 200 });
  });

  it("has returned every documented response", () => {
    const documented = contract.operations.flatMap(({ route, answers }) =>
      Object.keys(answers).map((status) => `${route} ${status}`),
    );
    expect([...seen].sort()).toEqual(documented.sort());
  });
});

it("the bookshop draws covers that are PNG files of the requested width", () => {
  const cover = drawCover("Frankenstein", 80);
  expect(cover.toString("latin1", 1, 4)).toBe("PNG");
  expect([cover.readUInt32BE(16), cover.readUInt32BE(20)]).toEqual([80, 120]);
});

/** Sends a request and holds both sides of it against the document. */
async function ask(
  request: string,
  body?: unknown,
  { key = "k", signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<{ status: number; body: unknown }> {
  const [method = "", target = ""] = request.split(" ");
  const { pathname, searchParams } = new URL(target, api.url);
  const operation = contract.find(method, pathname);
  const sent = toInit(body, Object.keys(operation.bodies)[0]);
  const response = await fetch(`${api.url}${target}`, {
    method,
    ...sent,
    headers: { ...sent.headers, "x-shop-key": key },
    ...(signal && { signal }),
  });

  expect(operation.queryNames).toEqual(
    expect.arrayContaining([...searchParams.keys()]),
  );
  if (response.ok && typeof sent.body === "string") {
    const schema = operation.bodies[sent.headers["content-type"] ?? ""];
    expect(violations(schema, body)).toEqual([]);
  }
  seen.add(`${operation.route} ${response.status}`);
  const media = operation.answers[response.status] ?? {};
  return { status: response.status, body: await readAnswer(response, media) };
}

/** The body of a response, which must have a media type of these and its shape. */
async function readAnswer(
  response: Response,
  media: Operation["answers"][string],
): Promise<unknown> {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  if (type === "") {
    expect(media).toEqual({});
    return undefined;
  }
  expect(Object.keys(media)).toContain(type);
  if (!type.endsWith("json")) return response.text();
  const body: unknown = await response.json();
  expect(violations(media[type], body)).toEqual([]);
  return body;
}

function toInit(
  body: unknown,
  contentType = "",
): { body?: string | FormData; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData) return { body, headers: {} };
  return {
    body: JSON.stringify(body),
    headers: { "content-type": contentType },
  };
}

async function untilStocktakeIs(state: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await ask("GET /stocktake");
    if ((body as { state?: string }).state === state) return;
    await pause(5);
  }
  throw new Error(`The stocktake never became ${state}.`);
}
