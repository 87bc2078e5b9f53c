import { readFileSync } from "node:fs";
import { getOwn } from "../index.js";
import type { Caller, McpService, Tool } from "../index.js";
import { validateDeep } from "./checks/checks.js";
import type { MockedOperation } from "./mock.js";
import { TEST_CALLER, findTool } from "./testing.js";
import type { Cases } from "./testing.js";
import { escapeInvisible } from "./escape-invisible.js";

/**
 * Calls each tool that only reads once, with the arguments of its case, and prints a line for each: status, time, and
 * where its answer is not what the document says. One that writes is called where it is named. Gives the code to exit
 * with: 0; 1 where something is wrong; 2 where nothing was called.
 */
export async function verifyAll(
  service: McpService,
  cases: Cases,
  {
    addresses,
    env,
    files,
    named,
  }: {
    /** Variables with the base URLs of the APIs: no other address is asked. */
    readonly addresses: readonly string[];
    readonly env: NodeJS.ProcessEnv;
    /** Those of the mocks. */
    readonly files: readonly URL[];
    /** Names of tools; none: all that only read. */
    readonly named: readonly string[];
  },
): Promise<0 | 1 | 2> {
  const tools = Object.entries(cases).flatMap(([route, { args }]) => {
    const tool = findTool(service, route);
    return tool ? [{ args, tool }] : [];
  });
  const wanted = tools.filter(({ tool: { annotations, name } }) =>
    named.length > 0 ? named.includes(name) : annotations?.readOnlyHint,
  );
  const names = tools.map(({ tool }) => tool.name);
  const [unknown] = named.filter((name) => !names.includes(name));
  const refuse = (problem: string) => {
    process.stderr.write(`${escapeInvisible(problem)}\n`);
    return 2 as const;
  };
  if (addresses.some((name) => !env[name]))
    return refuse(
      `Name the API to ask: ${addresses.map((name) => `${name}=https://staging.example.com `).join("")}npm run verify`,
    );
  if (unknown !== undefined)
    return refuse(
      `No case in test/ is of a tool ${unknown}. The nearest are ${nearest(unknown, names).join(", ")}.`,
    );
  if (wanted.length === 0)
    return refuse(
      "No tool only reads. Name those to call: npm run verify -- createPet",
    );
  const known = files.map(
    (file) => JSON.parse(readFileSync(file, "utf8")) as MockedOperation,
  ); // as it was generated
  let code: 0 | 1 = 0;
  for (const { args, tool } of wanted) {
    const line = await verifyOne(service, tool, args, known);
    if (!line.isFine) code = 1;
    process.stdout.write(`${line.text}\n`);
  }
  return code;
}

/** The names that have most pairs of letters in common with one. */
function nearest(name: string, names: readonly string[]): string[] {
  const pairs = name.toLowerCase().match(/.(?=(.))/g) ?? [];
  const likeness = (other: string) =>
    pairs.filter((_, at) =>
      other.toLowerCase().includes(name.toLowerCase().slice(at, at + 2)),
    ).length;
  return names.toSorted((a, b) => likeness(b) - likeness(a)).slice(0, 3);
}

async function verifyOne(
  service: McpService,
  tool: Tool,
  args: object,
  known: readonly MockedOperation[],
) {
  const seen = { status: 0, ms: 0 };
  const tell = (event: string, details: object = {}) => {
    if (event === "call") Object.assign(seen, details);
  };
  const log = { ...TEST_CALLER.log, info: tell, warn: tell, error: tell };
  let answer: unknown;
  const context: Caller["context"] = (base) => ({
    ...base,
    async send(given) {
      const got = await base.send(given);
      answer = got.data;
      return got;
    },
  });
  const params = { name: tool.name, arguments: args };
  const result = await service.handlers["tools/call"]?.(params, {
    ...TEST_CALLER,
    log,
    context,
  });
  const { content, isError } = result as {
    content?: { text?: string }[];
    isError?: boolean;
  };
  const wrong = isError
    ? (content?.[0]?.text ?? "failed")
    : differences(tool, seen.status, answer, known);
  const text = [
    String(seen.status || "-").padEnd(4),
    `${seen.ms} ms`.padStart(9),
    tool.name,
    wrong,
  ].join("  ");
  // What an API says stays one line, and no command to a terminal or to the runner of a CI.
  return { isFine: wrong === "", text: escapeInvisible(text.trimEnd()) };
}

/** Where an answer leaves its schema; empty where it doesn't, or where none is known. */
function differences(
  { request }: Tool,
  status: number,
  answer: unknown,
  known: readonly MockedOperation[],
): string {
  for (const { $defs, operations } of known) {
    const answers = getOwn(operations, request) ?? {};
    const { schema } =
      getOwn(answers, `${status}`) ??
      getOwn(answers, `${Math.floor(status / 100)}XX`) ??
      getOwn(answers, "default") ??
      {};
    if (schema === undefined) continue;
    const whole = { type: "object", properties: { answer: schema } };
    try {
      validateDeep({ answer }, { $defs, name: "The answer", schema: whole });
    } catch (error) {
      const [, ...lines] = String(error).split("\n");
      return lines.join("; ").replaceAll("/answer", "");
    }
  }
  return "";
}
