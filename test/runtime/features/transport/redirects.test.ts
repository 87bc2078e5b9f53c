import { expect, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { call, startUpstream, toolOf, contextOf } from "../../upstream.js";
import { apiKey, bearer } from "../../alone.js";
import { cookies } from "../../../../runtime/features/credentials/cookies.js";

const secret = { variable: "TOKEN", env: { TOKEN: "s3cret-s3cret" } };

test.each([
  ["GET", 301, "GET", ""],
  ["POST", 301, "GET", ""],
  ["POST", 302, "GET", ""],
  ["PUT", 302, "PUT", '{"a":1}'],
  ["PUT", 303, "GET", ""],
  ["HEAD", 303, "HEAD", ""],
  ["POST", 307, "POST", '{"a":1}'],
  ["DELETE", 308, "DELETE", '{"a":1}'],
])("the redirect of %s after %i is %s", async (method, status, then, body) => {
  const api = await startUpstream((request, response) => {
    const done = request.url === "/end?x=1";
    response.writeHead(done ? 200 : status, { location: "/end?x=1#f" }).end();
  });
  const withBody = method !== "GET" && method !== "HEAD";
  const tool = toolOf({
    request: `${method} /`,
    security: [["a"]],
    ...(withBody && { body: {} }),
  });
  await call(
    tool,
    { a: 1 },
    { baseUrl: api.baseUrl, credentials: { a: bearer(secret) } },
  );
  const followed = api.received[1];
  expect(followed).toMatchObject({ method: then, url: "/end?x=1", body });
  expect(followed?.headers["authorization"]).toBe("Bearer s3cret-s3cret");
  expect(followed?.headers["Content-Type"]).toBe(
    body ? "application/json" : undefined,
  );
});

test("redirects to another host are reported, and not followed", async () => {
  const other = await startUpstream();
  const api = await startUpstream((_request, response) => {
    response.writeHead(302, { location: `${other.baseUrl}/x` }).end("moved");
  });
  const answer = await call(toolOf(), {}, { baseUrl: api.baseUrl });
  expect(answer).toMatchObject({
    status: 302,
    contentType: "text/plain",
    data: `${other.baseUrl}/x`,
    note: "The API responded with a redirect (302) to this URL, which was not followed.",
  });
  expect(other.received).toEqual([]);
});

test("redirects don't use credentials in their URL, and another port is another host", async () => {
  const api = await startUpstream((request, response) => {
    const { host = "" } = request.headers;
    const location =
      request.url === "/" ? `http://u:p@${host}/end` : "http://127.0.0.1:1/";
    response.writeHead(302, { location }).end();
  });
  const answer = await call(toolOf(), {}, { baseUrl: api.baseUrl });
  expect(answer.data).toBe("http://127.0.0.1:1/");
  expect(api.received[1]?.url).toBe("/end");
  expect(api.received[1]?.headers).not.toHaveProperty("Authorization");
});

test("redirects are not followed if the owner disables them", async () => {
  const api = await startUpstream((_request, response) => {
    response.writeHead(301, { location: "/end" }).end();
  });
  const { data } = await call(toolOf(), {}, { ...api, maxRedirects: 0 });
  expect(data).toBe(`${api.baseUrl}/end`);
});

test("redirects in a circle end", async () => {
  const api = await startUpstream((_request, response) => {
    response.writeHead(302, { location: "/" }).end();
  });
  await expect(call(toolOf(), {}, { baseUrl: api.baseUrl })).rejects.toThrow(
    "GET /: more than 5 redirects.",
  );
  expect(api.received).toHaveLength(6);
});

test("redirected requests are passed to credentials and cookies", async () => {
  const api = await startUpstream((request, response) => {
    const isEnd = request.url?.startsWith("/end");
    response
      .writeHead(isEnd ? 200 : 302, { location: "/end", "set-cookie": "a=1" })
      .end();
  });
  const credentials = { a: apiKey({ in: "query", name: "k", ...secret }) };
  const tool = toolOf({ security: [["a"]] });
  const transport = cookies()(axiosTransport(), contextOf());
  await call(tool, {}, { ...api, credentials, transport });
  expect(
    api.received.map(({ headers, url }) => [url, headers["cookie"]]),
  ).toEqual([
    ["/?k=s3cret-s3cret", undefined],
    ["/end?k=s3cret-s3cret", "a=1"],
  ]);
});
