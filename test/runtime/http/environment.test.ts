import { describe, expect, test } from "vitest";
import { httpOptionsFrom } from "../../../runtime/http/environment.js";
import { jwtTokensFrom } from "../../../runtime/http/jwt.js";

describe("who may call over HTTP", () => {
  test("is nobody's business where nothing is set, or set to nothing", () => {
    expect(httpOptionsFrom({})).toEqual({});
    const blank = { MCP_TOKENS: "", MCP_ALLOWED_HOSTS: " , " };
    expect(httpOptionsFrom(blank)).toEqual({});
  });

  test("hosts and origins are lists", () => {
    const env = {
      MCP_ALLOWED_HOSTS: "mcp.example, 10.0.0.7",
      MCP_ALLOWED_ORIGINS: "https://app.example",
    };
    expect(httpOptionsFrom(env)).toEqual({
      allowedHosts: ["mcp.example", "10.0.0.7"],
      allowedOrigins: ["https://app.example"],
    });
  });

  test("any of the tokens is taken, and no other", async () => {
    const [one, two] = ["a".repeat(16), "b".repeat(16)] as const;
    const { auth } = httpOptionsFrom({ MCP_TOKENS: `${one},${two}` });
    expect(await auth?.verify(one)).toMatchObject({ scopes: [] });
    expect(await auth?.verify(two)).toMatchObject({ scopes: [] });
    expect(await auth?.verify(`${one},${two}`)).toBeUndefined();
  });

  test("a token that can be guessed is refused", () => {
    expect(() => httpOptionsFrom({ MCP_TOKENS: "secret" })).toThrow(
      "at least 16 characters",
    );
  });
});

describe("an authorization server", () => {
  const env = {
    MCP_JWT_ISSUER: "https://id.example",
    MCP_JWT_AUDIENCE: "https://mcp.example/mcp",
    MCP_JWT_JWKS_URL: "https://id.example/jwks",
  };

  test("is described for callers", () => {
    const auth = jwtTokensFrom({ ...env, MCP_JWT_SCOPES: "pets, shops" });
    expect(auth.scopes).toEqual(["pets", "shops"]);
    expect(auth.metadata).toEqual({
      resource: "https://mcp.example/mcp",
      authorization_servers: ["https://id.example"],
      scopes_supported: ["pets", "shops"],
      bearer_methods_supported: ["header"],
    });
  });

  const incomplete: [string, NodeJS.ProcessEnv, want: string][] = [
    ["nothing", {}, Object.keys(env).join(", ")],
    ["half of it", { ...env, MCP_JWT_ISSUER: " " }, "MCP_JWT_ISSUER"],
  ];

  test.each(incomplete)(
    "%s is not enough, and never an open door",
    (_name, given, want) => {
      expect(() => jwtTokensFrom(given)).toThrow(
        `Callers must prove who they are, so set ${want}.`,
      );
    },
  );

  test("that has no URL is refused", () => {
    const wrong = { ...env, MCP_JWT_JWKS_URL: "jwks" };
    expect(() => jwtTokensFrom(wrong)).toThrow(
      "MCP_JWT_JWKS_URL must be a URL",
    );
  });
});
