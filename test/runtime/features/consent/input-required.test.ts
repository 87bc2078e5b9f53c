import { afterEach, expect, test, vi } from "vitest";
import { elicitConsent } from "../../../../runtime/features/consent/elicit.js";
import { context } from "../../../../runtime/features/components/custom/context.js";
import { defineTool } from "../../../../runtime/features/components/custom/define.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import type { Args, Tool } from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";
import { inputRequired } from "../../alone.js";

afterEach(() => vi.useRealTimers());

const env = { MCP_STATE_KEY: "key-of-all-replicas-0123456789abcdef" };
const handled: Args[] = [];

const drop = toolOf({
  name: "drop",
  title: "Delete a repository",
  request: "DELETE /repos/{repo}",
  arguments: { repo: { in: "path", type: "string" } },
  confirm: "person",
  handler(args) {
    handled.push({ ...args });
    return "done";
  },
});
const keep = toolOf({ ...drop, name: "keep" });

function replica(
  options: Parameters<typeof inputRequired>[0] = { env },
  tools: Tool[] = [drop, keep],
) {
  handled.length = 0;
  const features = [inputRequired(options), context(), elicitConsent()];
  return serviceOf(tools, { features });
}

/** Parameters of a client of 2026-07-28. */
function params(
  more: Args = {},
  elicitation: object | null = { form: {} },
): Args {
  const capabilities = elicitation && { elicitation };
  const _meta = { "io.modelcontextprotocol/clientCapabilities": capabilities };
  return { name: "drop", arguments: { repo: "a" }, _meta, ...more };
}

interface Asked {
  requestState: string;
  inputRequests: { question: { params: { message: string } } };
}

const answer = (action: string, content?: object) => ({
  inputResponses: { question: { action, content } },
});
const accept = answer("accept");
const done = { content: [{ type: "text", text: "done" }] };

async function stateOf(service = replica(), given = params(), who = {}) {
  const asked = await ask(service, "tools/call", given, who);
  expect(asked).toMatchObject({ resultType: "input_required" });
  return (asked as Asked).requestState; // as was seen
}

test("a call ends with the question, and continues with the reply at another replica", async () => {
  const asked = await ask(replica(), "tools/call", params());
  expect(asked).toEqual({
    resultType: "input_required",
    inputRequests: {
      question: {
        method: "elicitation/create",
        params: {
          message: 'Delete a repository\nDELETE /repos/{repo}\n- "repo":"a"',
          requestedSchema: { type: "object", properties: {} },
        },
      },
    },
    requestState: expect.any(String) as string,
  });
  expect(handled).toEqual([]);
  const { requestState } = asked as Asked;
  const again = { ...accept, requestState };
  expect(await ask(replica(), "tools/call", params(again))).toEqual(done);
  expect(handled).toEqual([{ repo: "a" }]);
});

test.each([
  ["decline", "the user declined"],
  ["cancel", "the user closed the question"],
  ["other", "the user closed the question"],
])("the reply %s sends nothing", async (action, text) => {
  const service = replica();
  const requestState = await stateOf(service);
  const again = params({ ...answer(action), requestState });
  const result = await ask(service, "tools/call", again);
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).toContain(text);
  expect(handled).toEqual([]);
});

test.each([
  ["no elicitation", null],
  ["pages alone", { url: {} }],
])("a client with %s is refused", async (_name, elicitation) => {
  const { _meta } = params({}, elicitation);
  const result = await ask(replica(), "tools/call", { ...params(), _meta });
  expect(JSON.stringify(result)).toContain("this client can't ask them");
});

test("a reply without state and a state without reply are asked again", async () => {
  const service = replica();
  await stateOf(service, params(accept));
  await stateOf(service, params({ requestState: await stateOf(service) }));
  expect(handled).toEqual([]);
});

const ann = { principal: { id: "ann", scopes: [] } };
const bob = { principal: { id: "bob", scopes: [] } };
const changed = (state: string, at: number) => {
  const sign = state[at] === "A" ? "B" : "A";
  return state.slice(0, at) + sign + state.slice(at + 1);
};

test.each<[string, (state: string) => string, Args, object]>([
  ["with other arguments", (one) => one, { arguments: { repo: "b" } }, ann],
  [
    "with more arguments",
    (one) => one,
    { arguments: { repo: "a", x: 1 } },
    ann,
  ],
  ["of another tool", (one) => one, { name: "keep" }, ann],
  ["of another caller", (one) => one, {}, bob],
  ["of no caller", (one) => one, {}, {}],
  ["changed in its text", (one) => changed(one, 8), {}, ann],
  ["changed in its signature", (one) => changed(one, one.length - 9), {}, ann],
  ["without signature", (one) => one.replace(/\..*/, "."), {}, ann],
  ["made up", () => "e30.e30", {}, ann],
  ["empty", () => "", {}, ann],
  ["too long", (one) => one + "A".repeat(100_000), {}, ann],
])("a state is refused: %s", async (_name, change, more, who) => {
  const service = replica();
  const state = await stateOf(service, params(), ann);
  const again = params({ ...accept, ...more, requestState: change(state) });
  await expect(ask(service, "tools/call", again, who)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Nothing was sent") as string,
  });
  expect(handled).toEqual([]);
});

test("a state of another server with the same key is refused", async () => {
  const features = [inputRequired({ env }), elicitConsent()];
  const other = serviceOf([drop], { features, name: "other" });
  const again = params({ ...accept, requestState: await stateOf(other) });
  await expect(ask(replica(), "tools/call", again)).rejects.toMatchObject({
    code: -32602,
  });
});

test("a state is accepted once, for ten minutes, by servers with the same key", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const service = replica();
  const call = (requestState: string, at = service) =>
    ask(at, "tools/call", params({ ...accept, requestState }));
  const refused = { code: -32602 };
  const state = await stateOf(service);
  vi.advanceTimersByTime(599_000);
  expect(await call(state)).toEqual(done);
  await expect(call(state)).rejects.toMatchObject(refused);
  const late = await stateOf(service);
  vi.advanceTimersByTime(600_001);
  await expect(call(late)).rejects.toMatchObject(refused);
  const other = replica({ env: {} });
  const theirs = await stateOf(other);
  await expect(call(theirs)).rejects.toMatchObject(refused);
  expect(handled).toEqual([]);
  expect(await call(theirs, other)).toEqual(done);
});

test("a used state stays used when the clock jumps ahead and back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const service = replica();
  const call = (requestState: string) =>
    ask(service, "tools/call", params({ ...accept, requestState }));
  const state = await stateOf(service);
  expect(await call(state)).toEqual(done);
  vi.setSystemTime(Date.now() + 3_600_000);
  await call(await stateOf(service)); // looks for those that are over
  vi.setSystemTime(Date.now() - 3_600_000);
  await expect(call(state)).rejects.toMatchObject({ code: -32602 });
});

test("the state key is removed from the environment, and a second server still gets it", async () => {
  const own: NodeJS.ProcessEnv = {
    MCP_STATE_KEY: "k-key-0123456789".repeat(2),
  };
  const [first, second] = [replica({ env: own }), replica({ env: own })];
  expect(own).toEqual({});
  const requestState = await stateOf(first);
  const again = params({ ...accept, requestState });
  expect(await ask(second, "tools/call", again)).toEqual(done);
});

test.each([{ toString: 1 }, ["a.b"], 7, null])(
  "a state that isn't a string is refused: %j",
  async (requestState) => {
    const again = params({ ...accept, requestState });
    await expect(ask(replica(), "tools/call", again)).rejects.toMatchObject({
      code: -32602,
    });
  },
);

test("replicas with a shared store accept a state once", async () => {
  const used = new Set<string>();
  const isFirst = (id: string) => used.size < used.add(id).size;
  const replicas = [replica({ env, isFirst }), replica({ env, isFirst })];
  const requestState = await stateOf(replicas[0]);
  const again = params({ ...accept, requestState });
  const results = await Promise.allSettled(
    replicas.map((one) => ask(one, "tools/call", again)),
  );
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
  ]);
  expect(handled).toHaveLength(1);
});

test("a store that fails accepts no state, and the log says why", async () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  const isFirst = () => Promise.reject(new Error("no connection to 10.0.0.1"));
  const service = replica({ env, isFirst });
  const requestState = await stateOf(service);
  const again = params({ ...accept, requestState });
  await expect(ask(service, "tools/call", again, { log })).rejects.toThrow(
    /^Nothing was sent: /,
  );
  expect(lines.join()).toContain("no connection to 10.0.0.1");
  expect(handled).toEqual([]);
});

test("a state key that can be guessed is refused at the start", () => {
  expect(() => replica({ env: { MCP_STATE_KEY: "short" } })).toThrow(
    "MCP_STATE_KEY must have at least 32 characters.",
  );
});

test("a state contains nothing that the client has not seen, and no arguments", async () => {
  const [text = ""] = (await stateOf()).split(".");
  expect(JSON.parse(Buffer.from(text, "base64url").toString())).toEqual({
    answered: [],
    asked: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    id: expect.any(String) as string,
    end: expect.any(Number) as number,
  });
});

test("1,000 concurrent calls keep their consents apart", async () => {
  const service = replica();
  const call = async (at: number) => {
    const own = { arguments: { repo: `repo-${at}` } };
    const asked = await ask(service, "tools/call", params(own));
    const { inputRequests, requestState } = asked as Asked;
    expect(inputRequests.question.params.message).toContain(`"repo-${at}"`);
    const said = answer(at % 2 ? "accept" : "decline");
    const again = params({ ...own, ...said, requestState });
    return ask(service, "tools/call", again);
  };
  const results = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => call(at)),
  );
  const sent = results.flatMap((one, at) => ("isError" in one ? [] : [at]));
  expect(sent).toEqual(Array.from({ length: 500 }, (_, at) => 2 * at + 1));
  expect(handled.map(({ repo }) => repo).sort()).toEqual(
    sent.map((at) => `repo-${at}`).sort(),
  );
});

/** A handler's own questions. */
const count = { count: { type: "integer", required: true } } as const;

test("a handler asks several questions, and none twice", async () => {
  const order = defineTool({
    name: "drop",
    async handler(_args, { elicit }) {
      const first = await elicit("How many?", count);
      const second = await elicit("And of the other?", count);
      return `${first?.count} and ${second?.count}`;
    },
  });
  const service = replica({ env }, [order]);
  let given = params({ arguments: {} });
  const messages: string[] = [];
  for (const said of [2, 3]) {
    const asked = (await ask(service, "tools/call", given)) as Asked;
    const { inputRequests, requestState } = asked;
    messages.push(inputRequests.question.params.message);
    const answered = answer("accept", { count: said });
    given = params({ arguments: {}, ...answered, requestState });
  }
  expect(messages).toEqual(["How many?", "And of the other?"]);
  expect(await ask(service, "tools/call", given)).toMatchObject({
    content: [{ text: "2 and 3" }],
  });
});

test("a changed question is asked again", async () => {
  let price = 1;
  const order = defineTool({
    name: "drop",
    async handler(_args, { elicit }) {
      const said = await elicit(`For ${price}?`, {});
      return said ? `for ${price}` : "no";
    },
  });
  const service = replica({ env }, [order]);
  const given = params({ arguments: {} });
  const requestState = await stateOf(service, given);
  price = 2;
  const again = { ...given, ...accept, requestState };
  expect(await ask(service, "tools/call", again)).toMatchObject({
    inputRequests: { question: { params: { message: "For 2?" } } },
  });
});

test.each<[string, string, boolean, string[]]>([
  [
    "a read may be sent before the question, and is sent again",
    "GET /a",
    false,
    ["GET", "GET"],
  ],
  ["a change is not sent twice", "POST /a", false, ["POST"]],
  ["a handler that catches the question sends nothing", "POST /a", true, []],
])("consent: %s", async (_name, request, isDeaf, wanted) => {
  const seen: string[] = [];
  const { baseUrl } = await startUpstream(({ method }, response) => {
    seen.push(String(method));
    response.setHeader("content-type", "application/json").end("{}");
  });
  const other = toolOf({ name: "other", request });
  const tool = defineTool({
    name: "drop",
    async handler(_args, { call, elicit }) {
      const asked = () => elicit("Go on?", {});
      if (isDeaf) await asked().catch(() => undefined);
      await call(other, {});
      return (await asked()) ? "done" : "left";
    },
  });
  const features = [inputRequired({ env }), context()];
  const service = serviceOf([tool], { features, client: { baseUrl } });
  const given = params({ arguments: {} });
  const first = await ask(service, "tools/call", given);
  if (wanted.length === 1) {
    expect(first).toMatchObject({ isError: true });
  } else if (!isDeaf) {
    const { requestState } = first as Asked;
    const again = { ...given, ...accept, requestState };
    expect(await ask(service, "tools/call", again)).toEqual(done);
  }
  expect(seen).toEqual(wanted);
});
