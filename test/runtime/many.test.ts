import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { defineServer, isToolResult } from "../../runtime/index.js";
import type { Args, JsonSchema } from "../../runtime/index.js";
import { bearerAuthenticator } from "../../runtime/features/http/auth/bearer.js";
import { shortenResponses } from "../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { joinPages } from "../../runtime/features/responses/shorten-responses/join-pages.js";
import { flatBodies } from "../../runtime/features/bodies/flat-bodies.js";
import {
  readSkills,
  skills,
} from "../../runtime/features/components/skills/skills.js";
import { strip } from "../../runtime/features/responses/strip.js";
import { verifyAll } from "../../runtime/features/testing/verify.js";
import { ask, serviceOf, silent } from "./serving.js";
import { startUpstream, toolOf } from "./upstream.js";

const record = <Value>(count: number, valueOf: (at: number) => Value) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`name${at}`, valueOf(at)]),
  );

/** Milliseconds of work that something takes, whatever else this machine does; by the square it is far more than the limits here. */
async function timeOf(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { system, user } = process.cpuUsage(started);
  return (system + user) / 1000;
}

test("100,000 fields that no schema names are dropped in linear time", async () => {
  const api = await startUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: 7, ...record(100_000, () => 1) }));
  });
  const properties = { id: {}, name0: {} };
  const service = serviceOf([toolOf()], {
    client: { baseUrl: api.baseUrl },
    source: {
      responseFields: { $defs: {}, operations: { "GET /": { properties } } },
      strip,
    },
    features: [shortenResponses()],
  });
  let result: object = {};
  const time = await timeOf(async () => {
    result = await ask(service, "tools/call", { name: "tool" });
  });
  expect(result).toMatchObject({ content: [{ text: '{"id":7,"name0":1}' }] });
  expect(time).toBeLessThan(3000);
});

test("a body of 15,000 properties is validated in linear time, flat or not", async () => {
  const properties = record(15_000, (): JsonSchema => ({ type: "integer" }));
  const tools = [
    toolOf({
      name: "plain",
      body: { type: "object", properties },
      handler: () => "done",
    }),
    toolOf({
      name: "flat",
      arguments: { body: { in: "body", type: "object", properties } },
      handler: () => "done",
    }),
  ];
  const service = serviceOf(tools, { features: [flatBodies()] });
  for (const name of ["plain", "flat"]) {
    const params = { name, arguments: record(15_000, (at) => at) };
    let result: object = {};
    const time = await timeOf(async () => {
      result = await ask(service, "tools/call", params);
    });
    expect(result).toMatchObject({ content: [{ text: "done" }] });
    expect(time).toBeLessThan(3000);
  }
});

test("fields of an object in a query are matched with many parameters in linear time", async () => {
  const others = record(1000, () => ({ in: "query", type: "string" }) as const);
  const api = await startUpstream((_request, response) => response.end("{}"));
  const tool = toolOf({
    arguments: { filter: { in: "query", type: "object" }, ...others },
  });
  const service = serviceOf([tool], { client: { baseUrl: api.baseUrl } });
  const filter = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`a%${at}`, 1]),
  );
  const params = { name: "tool", arguments: { filter } };
  const time = await timeOf(() => ask(service, "tools/call", params));
  expect(time).toBeLessThan(3000);
});

test("a skill's folder with an encoded ../ in its name serves no files of the project", () => {
  const root = mkdtempSync(join(tmpdir(), "skills-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const head = (name: string) =>
    `---\nname: "${name}"\ndescription: "x"\n---\n`;
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "service-account.json"), "secret");
  const from = pathToFileURL(join(root, "src", "server.js")).href;
  for (const name of ["%2e%2e", "%2E%2E", ".%2e", "%2e."]) {
    const folder = join(root, "skills", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, "SKILL.md"), head(name));
    writeFileSync(join(folder, "SKILL.md"), head(name));
    const { files, skills: all } = readSkills(from);
    const uri = `skill://${encodeURIComponent(name)}/SKILL.md`;
    expect([...files.keys()]).toEqual([uri]);
    expect(all.map((one) => one.uri)).toEqual([uri]);
    rmSync(folder, { recursive: true });
  }
});

test.each([{ toString: 1 }, ["a"], null, undefined])(
  "a skill's URI must be a string: %j",
  async (uri) => {
    const root = mkdtempSync(join(tmpdir(), "skills-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, "skills", "a"), { recursive: true });
    const head = "---\nname: a\ndescription: x\n---\n";
    writeFileSync(join(root, "skills", "a", "SKILL.md"), head);
    const from = pathToFileURL(join(root, "src", "server.js")).href;
    const service = serviceOf([], { features: [skills(from)] });
    await expect(
      (async () => ask(service, "skills/get", { uri }))(),
    ).rejects.toThrow("Skill not found");
  },
);

test.each([{ toString: 1 }, ["tool"], null, 7])(
  "a call's name must be a string to have scopes: %j",
  (name) => {
    const tool = toolOf({ scopes: ["write"] });
    const auth = { verify: () => Promise.resolve(undefined), scopes: [] };
    const door = bearerAuthenticator(auth)(serviceOf([tool]), silent);
    const called = { method: "tools/call", params: { name } };
    expect(door.refuse?.(called, { id: "1", scopes: [] })).toBeUndefined();
  },
);

test("a content block's type must be a string in a result of MCP", () => {
  expect(isToolResult({ content: [{ type: { toString: 1 } }] })).toBe(false);
});

test("pages are joined by their own fields, not by inherited ones", () => {
  const all = JSON.parse('{"items":[1],"constructor":{"a":[1]}}') as Args;
  expect(joinPages(all, { items: [2] }, all)).toEqual({
    items: [1, 2],
    constructor: { a: [1] },
  });
});

test("npm run verify prints an API's error in one line, without control characters", async () => {
  const bidi = "\u202e";
  const evil = `\u001b]0;x\u0007\n::error::x\r\n::add-redact::y${bidi}`;
  const api = await startUpstream((_request, response) => {
    response.writeHead(500, { "content-type": "text/plain" }).end(evil);
  });
  const tool = toolOf({ annotations: { readOnlyHint: true } });
  const service = serviceOf([tool], { client: { baseUrl: api.baseUrl } });
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (line) => lines.push(String(line)) > 0;
  onTestFinished(() => void (process.stdout.write = write));
  const cases = { "GET /": { args: {}, sends: "" } };
  const options = { addresses: [], env: {}, files: [], named: [] };
  expect(
    await verifyAll(defineServer(service.definition), cases, options),
  ).toBe(1);
  process.stdout.write = write;
  const all = lines.join("");
  expect(all.split("\n")).toHaveLength(2);
  expect(all).not.toMatch(/[\u001b\r\u202e]|^::/m);
  expect(all).toContain(
    String.raw`\u000a::error::x\u000d\u000a::add-redact::y`,
  );
});
