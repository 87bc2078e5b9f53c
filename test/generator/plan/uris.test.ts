import { describe, expect, it } from "vitest";
import { planArguments } from "../../../generator/plan/arguments.js";
import {
  toResourceTemplateUri,
  toResourceUri,
  planUris,
} from "../../../generator/plan/uris.js";
import { api, operation, parameter } from "./fixtures.js";

describe("resourceUri", () => {
  it.each([
    ["/pets", "resource://pets"],
    ["/pets/findByStatus", "resource://pets/findByStatus"],
    ["/a b/ü", "resource://a%20b/%C3%BC"],
    ["/", "resource://root"],
  ])("%s gives %s", (path, want) => {
    expect(toResourceUri(path)).toBe(want);
  });
});

describe("resourceTemplateUri", () => {
  it.each([
    ["/users/{id}", "users://{id}"],
    ["/users/{id}/posts", "users://{id}/posts"],
    ["/repos/{owner}/{repo}", "repos://{owner}/{repo}"],
    ["/files/{name}.json", "files://{name}.json"],
    ["/user-groups/{id}", "user-groups://{id}"],
    ["/user_groups/{id}", "resource://user_groups/{id}"],
    ["/2fa/{id}", "resource://2fa/{id}"],
    ["/file/{id}", "resource://file/{id}"],
    ["/{owner}/{repo}", "resource://{owner}/{repo}"],
    ["/items/{item-id}", "items://{item_id}"],
    ["/gists/{id}/{", "gists://{id}/%7B"],
  ])("%s gives %s", (path, want) => {
    const one = operation(`GET ${path}`);
    const args = planArguments(one, null, api([one]));
    expect(toResourceTemplateUri(path, args)).toBe(want);
  });

  it("puts all other parameters into the query", () => {
    const one = operation("GET /users/{id}", {
      parameters: [
        parameter("path", "id"),
        parameter("query", "limit"),
        parameter("header", "X-Trace"),
      ],
    });
    const args = planArguments(one, null, api([one]));
    expect(toResourceTemplateUri(one.path, args)).toBe(
      "users://{id}{?limit,X_Trace}",
    );
  });

  it("keeps the path if all parameters are in the query", () => {
    const one = operation("GET /search", {
      parameters: [parameter("query", "q", { required: true })],
    });
    const args = planArguments(one, null, api([one]));
    expect(toResourceTemplateUri(one.path, args)).toBe("resource://search{?q}");
  });
});

describe("planUris", () => {
  const located = (name: string, path = "/…") => ({
    name,
    operation: { path },
  });
  const template = (name: string, uriTemplate: string, path?: string) => ({
    ...located(name, path),
    pathUris: { uri: null, uriTemplate },
  });
  const resource = (name: string, uri: string, path?: string) => ({
    ...located(name, path),
    pathUris: { uri, uriTemplate: `${uri}{?limit}` },
  });

  it.each([
    ["names of variables", "resource://{a}/creds/{name}"],
    ["optional arguments", "resource://{a}/creds/{name}{?limit}"],
    ["case", "resource://{a}/Creds/{name}"],
  ])("adds the name to URIs that differ only in %s", (_what, uri) => {
    const found = planUris([
      template("aws", "resource://{aws}/creds/{name}{?ttl}"),
      template("ssh", uri),
    ]);
    expect(found.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "resource://{aws}/creds/{name}{?ttl}",
      uri.replace("resource://", "resource://ssh/"),
    ]);
  });

  it("finds another URI if that one is taken, too", () => {
    const found = planUris([
      template("a", "resource://ssh/{x}"),
      template("b", "resource://{x}"),
      template("ssh", "resource://{y}"),
    ]);
    expect(found[2]?.uriTemplate).toBe("resource://ssh_2/{y}");
  });

  it("keeps the query of a URI template behind a changed path", () => {
    const found = planUris([
      resource("a", "resource://pets"),
      resource("b", "resource://Pets"),
    ]);
    expect(found[1]).toMatchObject({
      uri: "resource://b/Pets",
      uriTemplate: "resource://b/Pets{?limit}",
    });
  });

  it("leaves a path its URI, whatever was made up before", () => {
    const found = planUris([
      resource("a", "resource://root", "/"),
      template("b", "resource://root{?q}", "/root"),
      template("c", "resource://{x}", "/{x}"),
      template("d", "resource://{y}", "/{y}"),
      template("e", "resource://d/{z}", "/d/{z}"),
    ]);
    expect(found.map(({ uri, uriTemplate }) => uri ?? uriTemplate)).toEqual([
      "resource://a/root",
      "resource://root{?q}",
      "resource://{x}",
      "resource://d_2/{y}",
      "resource://d/{z}",
    ]);
  });
});
