import { existsSync, readFileSync } from "node:fs";
import { getOwn } from "../../index.js";
import type { Environment, JsonSchema, Schemas } from "../../index.js";
import { json } from "./dry-run.js";
import type { StubReply, Responder } from "./dry-run.js";

/** Example responses of the operations in a document. */
export interface MockedOperation {
  /** Responses by request, `GET /pets/{petId}`, and status: `200`, `4XX`, `default`. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Mock>>>>;
  /** Schemas that `#/$defs/…` refers to. */
  readonly $defs: Schemas["$defs"];
}

export interface Mock {
  readonly type?: string;
  /** JSON or text. Bytes are base64 after the prefix `base64:`. */
  readonly body?: unknown;
  readonly schema?: JsonSchema;
}

/** Replies with the document's example for `API_MOCK_STATUS`, or for success by default. */
export function mock(
  file: string,
  from: string,
): (env: Environment) => Responder {
  return (env) => {
    const fileUrl = new URL(file, from);
    if (!existsSync(fileUrl))
      throw new Error(
        `API_MOCK is set, but ${file} was not found. It is in the project only, so run the server there after npm run build.`,
      );
    const text = readFileSync(fileUrl, "utf8");
    const { operations } = JSON.parse(text) as MockedOperation; // as it was generated
    const findOperation = createFinder(Object.keys(operations));
    return ({ method, url }) => {
      const mocks = getOwn(
        operations,
        findOperation(method, new URL(url).pathname),
      );
      if (!mocks) return json({ message: "Operation not found." }, 404);
      const requestedStatus = env["API_MOCK_STATUS"] || "2";
      const [status = "default"] = Object.keys(mocks)
        .sort()
        .filter((candidate) =>
          requestedStatus.startsWith(
            candidate.replace(/X/gi, "").slice(0, requestedStatus.length),
          ),
        );
      const sentStatus =
        Number(requestedStatus) > 99
          ? requestedStatus
          : status.replace(/X/gi, "0");
      return toReply(mocks[status] ?? {}, Number(sentStatus) || 200);
    };
  };
}

function toReply({ body, type }: Mock, status: number): StubReply {
  if (type === undefined) return { status, headers: {}, body: "" };
  const headers = { "content-type": type };
  if (typeof body !== "string" || /\bjson\b/.test(type))
    return { status, headers, body: JSON.stringify(body) };
  const [, base64] = /^base64:(.*)$/.exec(body) ?? [];
  const bytes = base64 === undefined ? body : Buffer.from(base64, "base64");
  return { status, headers, body: bytes };
}

/**
 * Creates a function that finds the operation whose path template matches the end of a path. Of several, it takes the
 * one with the most literal characters.
 */
function createFinder(operations: readonly string[]) {
  const routes = operations.map((operation) => {
    const [method = "", template = ""] = operation.split(/ (.*)/s);
    const path = template.replace(/[?#].*/s, "");
    const segments = path.replace(/^\//, "").split("/").map(listLiterals);
    const literal = segments.flat().join("").length;
    return { operation, method, literal, segments };
  });
  routes.sort((a, b) => b.literal - a.literal);
  return (method: string, path: string) => {
    const paths = [path, path.replace(/\/$/, "")].map((text) =>
      text.split("/"),
    );
    return (
      routes.find(
        (route) =>
          route.method === method &&
          paths.some((segments) => isAtEnd(route.segments, segments)),
      )?.operation ?? ""
    );
  };
}

/** Returns the literal parts of a segment in URL encoding. A variable is between two parts. */
function listLiterals(segment: string): string[] {
  return segment.split(/\{[^{}]*\}/).map(encodeURI);
}

function isAtEnd(
  template: readonly (readonly string[])[],
  path: readonly string[],
): boolean {
  const start = path.length - template.length;
  return (
    start >= 0 &&
    template.every((literals, index) =>
      isLike(path[start + index] ?? "", literals),
    )
  );
}

/**
 * True if a segment matches the literals in order. Taking the first match of each leaves the most text for the
 * following ones, so no backtracking is needed.
 */
function isLike(segment: string, literals: readonly string[]): boolean {
  const [firstLiteral = "", ...innerLiterals] = literals;
  const lastLiteral = innerLiterals.pop();
  if (lastLiteral === undefined) return segment === firstLiteral;
  if (!segment.startsWith(firstLiteral) || !segment.endsWith(lastLiteral))
    return false;
  let start = firstLiteral.length;
  for (const literal of innerLiterals) {
    const at = segment.indexOf(literal, start + 1);
    if (at < 0) return false;
    start = at + literal.length;
  }
  return start < segment.length - lastLiteral.length;
}
