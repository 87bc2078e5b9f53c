import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../../../generator/index.js";
import { call, startUpstream, toolOf } from "../../../runtime/upstream.js";
import { temporaryFolder } from "../../temporary.js";
import { compile } from "./compile.js";

const text = { type: "string" };
const json = (schema: object) => ({
  description: "",
  content: { "application/json": { schema } },
});
const pet = json({
  type: "object",
  required: ["id", "owner"],
  properties: {
    id: { type: "integer", format: "int64" },
    owner: { ...text, nullable: true },
    tags: { type: "array", items: text },
  },
});
const uuid = json({ type: "object", properties: { uuid: text } });
const empty = { description: "" };

/** Described successes, by operation. */
const RESPONSES = {
  pet: { 200: pet },
  created: { 200: pet, 201: uuid },
  maybe: { 200: pet, 204: empty },
  accepted: {
    201: empty,
    200: { description: "", content: { "text/plain": {} } },
  },
  gone: { 204: empty },
  unsaid: { 200: empty },
  any: { "2XX": json({ type: "object", nullable: true, properties: {} }) },
  bytes: { 200: { description: "", content: { "image/png": {} } } },
};

/** Narrows no type. */
const ANY = 'JSON.parse("")';

let api: Promise<string> | undefined;

/** The emitted types, made once. */
async function generated(): Promise<string> {
  const paths = Object.entries(RESPONSES).map(([operationId, responses]) => [
    `/${operationId}`,
    { get: { operationId, responses } },
  ]);
  const document = {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    paths: Object.fromEntries(paths) as object,
  };
  const out = temporaryFolder();
  await generate({ document, out, allRoutesAsTools: true });
  return readFileSync(join(out, "src/generated/api-types.ts"), "utf8");
}

/** Errors of the compiler for code that has the response of an operation. */
async function compiled(operation: string, value: string, code = "") {
  const types = await (api ??= generated());
  const answer = `export const answer: operations["${operation}"]["response"] = ${value};`;
  return compile({ "api.ts": [types, answer, code].join("\n") });
}

test.each<[keyof typeof RESPONSES, number, string]>([
  ["pet", 200, '{"id":1,"owner":null}'],
  ["pet", 200, '{"id":9007199254740993,"owner":"a","tags":[]}'],
  ["created", 200, '{"id":1,"owner":null}'],
  ["created", 201, '{"uuid":"a"}'],
  ["maybe", 200, '{"id":1,"owner":null}'],
  ["maybe", 204, ""],
  ["accepted", 201, ""],
  ["gone", 204, ""],
  ["unsaid", 200, ""],
  ["unsaid", 200, '{"id":1}'],
  ["any", 202, "null"],
  ["any", 200, '{"a":1}'],
])(
  "the response type of %s accepts %i with %s as it arrives",
  async (id, status, body) => {
    const { baseUrl } = await startUpstream((_request, response) => {
      const type = body === "" ? {} : { "content-type": "application/json" };
      response.writeHead(status, type).end(body);
    });
    const { data } = await call(toolOf(), {}, { baseUrl });
    const value = data === undefined ? "undefined" : JSON.stringify(data);
    expect(await compiled(id, value)).toEqual([]);
  },
);

test.each<[keyof typeof RESPONSES, string, string, string]>([
  ["pet", ANY, "answer.id + 1;", "TS2365"],
  ["pet", ANY, "answer.owner.length;", "TS18047"],
  ["created", ANY, "answer.id;", "TS2339"],
  ["maybe", ANY, "answer.id;", "TS18048"],
  ["accepted", ANY, "answer.length;", "TS18048"],
  ["gone", "{}", "", "TS2322"],
  ["unsaid", ANY, "answer.id;", "TS18046"],
  ["bytes", '"text"', "", "TS2322"],
])(
  "the response type of %s rejects unsafe use of %s: %s",
  async (id, value, code, want) => {
    const [first = ""] = await compiled(id, value, code);
    expect(first.split(":")[0]).toBe(want);
  },
);
