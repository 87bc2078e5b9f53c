import { expect, test } from "vitest";
import { poll } from "../../../../runtime/features/responses/poll.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import { defineTool } from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import { startUpstream } from "../../upstream.js";

/** Work that is done at the third request, with its own field for the state. */
async function working(place?: string) {
  let left = 3;
  return startUpstream(({ method, url }, response) => {
    if (method === "POST") {
      const headers = { "retry-after": "0", ...(place && { location: place }) };
      response.writeHead(202, headers).end();
      return;
    }
    left -= 1;
    const state = left > 0 ? "running" : "done";
    response
      .setHeader("content-type", "application/json")
      .setHeader("retry-after", "0")
      .end(JSON.stringify({ job: { state }, url }));
  });
}

const work = defineTool({
  name: "work",
  request: "POST /work",
  poll: { status: "job.state", done: ["done"] },
  handler: (args, { send }) => send(args),
});

const byHand = defineTool<{ arguments: object; response: { job?: unknown } }>({
  name: "byHand",
  request: "POST /work",
  handler: async (args, context) =>
    context.poll(await context.send(args), {
      every: 0.2,
      most: 0.3,
      until: ({ data }) => data?.job === "never",
    }),
});

test.each(["/jobs/7?full=1", "jobs/7", "/jobs/{7}?filter={a:1}"])(
  "polling asks at %s until the work is done",
  async (place) => {
    const { baseUrl, received } = await working(place);
    const service = serviceOf([work], {
      client: { baseUrl },
      features: [poll()],
    });
    const told: string[] = [];
    const progress = (message: string) => void told.push(message);
    const asked = { name: "work" };
    const result = await ask(service, "tools/call", asked, { progress });
    expect(JSON.stringify(result)).toContain('\\"state\\":\\"done\\"');
    expect(told).toHaveLength(3);
    expect(told[0]).toBe("Not done after 0 s");
    const path = (place.startsWith("/") ? place : `/${place}`)
      .replaceAll("{", "%7B")
      .replaceAll("}", "%7D");
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /work",
      ...Array<string>(3).fill(`GET ${path}`),
    ]);
  },
);

test("polling stops at a truncated response, which has no state", async () => {
  const { baseUrl, received } = await working("/jobs/7");
  const service = serviceOf([work], {
    client: { baseUrl, maxResponseBytes: 20 },
    features: [poll()],
  });
  const result = await ask(service, "tools/call", { name: "work" });
  expect(JSON.stringify(result)).toContain(
    "The response was cut after 20 bytes",
  );
  expect(received).toHaveLength(2);
});

test.each([
  ["elsewhere", "http://elsewhere.example/jobs"],
  ["nowhere", undefined],
])("polling is not done for work that is located %s", async (_name, place) => {
  const { baseUrl, received } = await working(place);
  const service = serviceOf([work], {
    client: { baseUrl },
    features: [poll()],
  });
  const result = await ask(service, "tools/call", { name: "work" });
  expect(JSON.stringify(result)).toContain(
    "The response does not say where to ask for the status",
  );
  expect(received).toHaveLength(1);
});

test.each([
  [true, "http://api.invalid/v1"],
  [true, ""],
  [false, undefined],
])(
  "polling of an operation with its own server asks there: %s, %j",
  async (ownServers, base) => {
    const { baseUrl, received } = await working("/jobs/7");
    const server = ownServers ? `${baseUrl}/own` : "https://own.invalid";
    const service = serviceOf([{ ...work, server }], {
      client: { baseUrl: base ?? `${baseUrl}/v1`, ownServers },
      features: [poll()],
    });
    const result = await ask(service, "tools/call", { name: "work" });
    expect(JSON.stringify(result)).toContain('\\"state\\":\\"done\\"');
    const asked = Array<string>(3).fill("/jobs/7");
    const first = ownServers ? "/own/work" : "/v1/work";
    expect(received.map(({ url }) => url)).toEqual([first, ...asked]);
  },
);

test("a handler may poll as long as it wants, and gets the last response", async () => {
  const { baseUrl } = await working("/jobs/7");
  const features = [search(), poll()];
  const service = serviceOf([byHand], { client: { baseUrl }, features });
  const asked = { name: "call_operation", arguments: { name: "byHand" } };
  const result = await ask(service, "tools/call", asked);
  expect(JSON.stringify(result)).toMatch(/running.*Not done after \d s/);
});

test("polling ends when the caller cancels", async () => {
  const { baseUrl, received } = await working("/jobs/7");
  const service = serviceOf([work], {
    client: { baseUrl },
    features: [poll()],
  });
  const gone = new AbortController();
  const called = ask(
    service,
    "tools/call",
    { name: "work" },
    { signal: gone.signal, progress: () => gone.abort() },
  );
  expect(await called).toMatchObject({ isError: true });
  expect(received).toHaveLength(1);
});
