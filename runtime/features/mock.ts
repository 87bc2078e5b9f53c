import { existsSync, readFileSync } from "node:fs";
import { getOwn } from "../index.js";
import type { JsonSchema, Schemas } from "../index.js";
import { json } from "./dry-run.js";
import type { StubReply, Responder } from "./dry-run.js";

/** What the document says that an API answers. */
export interface MockedOperation {
  /** By request, `GET /pets/{petId}`, and status: `200`, `4XX`, `default`. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Mock>>>>;
  /** What `#/$defs/…` in a schema means. */
  readonly $defs: Schemas["$defs"];
}

export interface Mock {
  readonly type?: string;
  /** JSON, or text; bytes are in base64 behind `base64:`. */
  readonly body?: unknown;
  readonly schema?: JsonSchema;
}

/** Answers as the document says: with what it has for `API_MOCK_STATUS`, or else for success. */
export function mock(
  file: string,
  from: string,
): (env: NodeJS.ProcessEnv) => Responder {
  return (env) => {
    const answers = new URL(file, from);
    if (!existsSync(answers))
      throw new Error(
        `API_MOCK is set, but ${file} is not beside this server: it stays in the project, whose own build has it.`,
      );
    const text = readFileSync(answers, "utf8");
    const { operations } = JSON.parse(text) as MockedOperation; // as it was generated
    const find = finder(Object.keys(operations));
    return ({ method, url }) => {
      const known = getOwn(operations, find(method, new URL(url).pathname));
      if (!known) return json({ message: "No such operation." }, 404);
      const asked = env["API_MOCK_STATUS"] || "2";
      const [status = "default"] = Object.keys(known)
        .sort()
        .filter((one) =>
          asked.startsWith(one.replace(/X/gi, "").slice(0, asked.length)),
        );
      const sent = Number(asked) > 99 ? asked : status.replace(/X/gi, "0");
      return replyOf(known[status] ?? {}, Number(sent) || 200);
    };
  };
}

function replyOf({ body, type }: Mock, status: number): StubReply {
  if (type === undefined) return { status, headers: {}, body: "" };
  const headers = { "content-type": type };
  if (typeof body !== "string" || /\bjson\b/.test(type))
    return { status, headers, body: JSON.stringify(body) };
  const [, base64] = /^base64:(.*)$/.exec(body) ?? [];
  const bytes = base64 === undefined ? body : Buffer.from(base64, "base64");
  return { status, headers, body: bytes };
}

/** The operation whose path a URL ends with; of several, the one with most of it written out. */
function finder(operations: readonly string[]) {
  const known = operations.map((operation) => {
    const [method = "", template = ""] = operation.split(/ (.*)/s);
    const path = template.replace(/[?#].*/s, "");
    const segments = path.replace(/^\//, "").split("/").map(literalsOf);
    const literal = segments.flat().join("").length;
    return { operation, method, literal, segments };
  });
  known.sort((a, b) => b.literal - a.literal);
  return (method: string, path: string) => {
    const paths = [path, path.replace(/\/$/, "")].map((one) => one.split("/"));
    return (
      known.find(
        (one) =>
          one.method === method &&
          paths.some((segments) => isAtEnd(one.segments, segments)),
      )?.operation ?? ""
    );
  };
}

/** What is written out of a segment, as a URL spells it; between two of these stands a value. */
function literalsOf(segment: string): string[] {
  return segment.split(/\{[^{}]*\}/).map(encodeURI);
}

function isAtEnd(
  template: readonly (readonly string[])[],
  path: readonly string[],
): boolean {
  const start = path.length - template.length;
  return (
    start >= 0 &&
    template.every((literals, at) => isLike(path[start + at] ?? "", literals))
  );
}

/** Taking the first place for each literal leaves most to the others, so there is nothing to try again. */
function isLike(segment: string, literals: readonly string[]): boolean {
  const [first = "", ...others] = literals;
  const last = others.pop();
  if (last === undefined) return segment === first;
  if (!segment.startsWith(first) || !segment.endsWith(last)) return false;
  let start = first.length;
  for (const literal of others) {
    const at = segment.indexOf(literal, start + 1);
    if (at < 0) return false;
    start = at + literal.length;
  }
  return start < segment.length - last.length;
}
