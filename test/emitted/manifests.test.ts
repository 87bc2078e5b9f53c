import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { load, loadAll } from "js-yaml";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import type { Config } from "../../generator/index.js";
import { emit } from "./project.js";
import { problemsOfCompose, problemsOfObject } from "./manifest-schemas.js";
import type { Manifest } from "./manifest-schemas.js";

const document = "test/emitted/sdk.json";
const ALL = [
  "Deployment",
  "Service",
  "HorizontalPodAutoscaler",
  "PodDisruptionBudget",
  "NetworkPolicy",
];
const FEW = ["Deployment", "Service", "NetworkPolicy"];

async function emitFile(name: string, config: Config): Promise<string> {
  const project = await emit({ document, allRoutesAsTools: true, ...config });
  return readFile(join(project, name), "utf8");
}

describe("kubernetes.yaml", () => {
  test.each<[string, Config, kinds: string[]]>([
    ["a plain server", {}, ALL],
    ["a name that begins with a digit", { name: "3D" }, ALL],
    [
      "a very long name",
      { name: "An API whose name is longer than what any label may be there" },
      ALL,
    ],
    [
      "consent",
      { sdk: "v2", overrides: { addPet: { confirm: "person" } } },
      ALL,
    ],
    ["sessions", { features: ["sessions"] }, FEW],
    ["cookies", { features: ["cookies"] }, FEW],
    [
      "files of callers",
      { auth: "tokens", files: { http: "per-caller" } },
      FEW,
    ],
  ])("of %s is valid, closed and formatted", async (_name, config, kinds) => {
    const text = await emitFile("kubernetes.yaml", {
      ...config,
      emit: ["kubernetes"],
    });
    const objects = loadAll(text) as Manifest[];
    expect(objects.map(({ kind }) => kind)).toEqual(kinds);
    expect(objects.flatMap(problemsOfObject)).toEqual([]);
    expect(await format(text, { parser: "yaml" })).toBe(text);
    expect(text.match(/^ +image:/gm)).toHaveLength(1);
    expect(text.includes("type: Recreate")).toBe(kinds === FEW);
    expect(text.includes("--sessions")).toBe(_name === "sessions");
    expect(text.includes("MCP_STATE_KEY")).toBe(_name === "consent");
    const drain = Number(/DRAIN_SECONDS\n +value: "(\d+)"/.exec(text)?.[1]);
    const grace = Number(/GracePeriodSeconds: (\d+)/.exec(text)?.[1]);
    expect(grace).toBeGreaterThan(drain + 5);
  });

  test("with Redis has as many replicas as are needed, and needs its address in a file", async () => {
    const text = await emitFile("kubernetes.yaml", {
      emit: ["kubernetes"],
      features: ["cookies", "redis"],
    });
    const objects = loadAll(text) as Manifest[];
    expect(objects.map(({ kind }) => kind)).toEqual(ALL);
    expect(objects.flatMap(problemsOfObject)).toEqual([]);
    expect(await format(text, { parser: "yaml" })).toBe(text);
    expect(text).not.toContain("One replica");
    expect(text).toMatch(
      /\n {12}- name: REDIS_URL_FILE\n {14}value: \/run\/secrets\/[\w-]+\/REDIS_URL\n/,
    );
    expect(text).toContain("to Redis and to ports of the API");
    expect(text).toContain("- port: 6379");
  });

  test.each([
    [/livenessProbe/g, "livenesProbe"],
    [/readOnlyRootFilesystem/g, "readonlyRootFilesystem"],
    [/maxUnavailable: 1/g, "maxUnavailabel: 1"],
    [/runAsUser: 1000/g, "runAsUser: 0"],
    [/averageUtilization/g, "averageUtilisation"],
    [/kind: Service/g, "kind: Servise"],
  ])(
    "is checked so strictly that a misspelled key fails: %s",
    async (key, wrong) => {
      const text = await emitFile("kubernetes.yaml", { emit: ["kubernetes"] });
      expect(text).toMatch(key);
      const objects = loadAll(text.replace(key, wrong)) as Manifest[];
      expect(objects.flatMap(problemsOfObject)).not.toEqual([]);
    },
  );

  test("allows requests to the ports of the APIs", async () => {
    const portsOf = async (baseUrl: string) => {
      const text = await emitFile("kubernetes.yaml", {
        baseUrl,
        emit: ["kubernetes"],
      });
      return [...text.matchAll(/- port: (\d+)/g)].map(([, port]) => port);
    };
    const always = ["3000", "53", "53"];
    expect(await portsOf("https://a.test")).toEqual([...always, "443"]);
    expect(await portsOf("http://a.test/v1")).toEqual([...always, "80"]);
    expect(await portsOf("https://a.test:8443")).toEqual([...always, "8443"]);
  });
});

describe("compose.yaml", () => {
  test.each<[string, Config]>([
    ["a plain server", {}],
    ["sessions", { features: ["sessions"] }],
    ["what replicas share", { features: ["redis"] }],
    [
      "files of callers",
      {
        auth: "tokens",
        features: ["redis"],
        files: { http: "per-caller" },
      },
    ],
  ])("of %s is valid, closed and formatted", async (name, config) => {
    const text = await emitFile("compose.yaml", {
      ...config,
      emit: ["compose"],
    });
    expect(problemsOfCompose(load(text))).toEqual([]);
    const wrong = load(text.replace("stop_grace_period", "stop_grace"));
    expect(problemsOfCompose(wrong)).not.toEqual([]);
    expect(await format(text, { parser: "yaml" })).toBe(text);
    expect(text.includes("--sessions")).toBe(name === "sessions");
  });
});

/** Variables that name the files of secrets, of `schemes.json`; those of another way to log in stand in comments. */
const SECRET_VARIABLES = [
  "API_BASIC_AUTH_USERNAME_FILE",
  "API_BASIC_AUTH_PASSWORD_FILE",
  "API_BEARER_AUTH_TOKEN_FILE",
  ...["CODE", "OAUTH", "OIDC"].flatMap((name) => [
    `# API_${name}_TOKEN_FILE`,
    `API_${name}_CLIENT_ID_FILE`,
    `API_${name}_CLIENT_SECRET_FILE`,
    `# API_${name}_REFRESH_TOKEN_FILE`,
  ]),
  "API_COOKIE_KEY_FILE",
  "API_HEADER_KEY_FILE",
  "API_QUERY_KEY_FILE",
  "API_TLS_CERT",
  "API_TLS_KEY",
  "# API_TLS_CA",
  "API_TOKEN_AUTH_TOKEN_FILE",
  "MCP_TOKENS_FILE",
  "MCP_STATE_KEY_FILE",
  "REDIS_URL_FILE",
];

test.each(["compose", "kubernetes"] as const)(
  "%s mounts secrets as files, and has none in the environment",
  async (kind) => {
    const config: Config = {
      document: "test/emitted/schemes.json",
      auth: "tokens",
      features: ["redis"],
      emit: [kind],
    };
    const text = await emitFile(`${kind}.yaml`, config);
    const problems =
      kind === "compose"
        ? problemsOfCompose(load(text))
        : (loadAll(text) as Manifest[]).flatMap(problemsOfObject);
    expect(problems).toEqual([]);
    expect(await format(text, { parser: "yaml" })).toBe(text);
    const variables = text.matchAll(
      /(# )?(?:- name: )?([A-Z_]+)(?:: |\n +(?:# +)?value: )\/run\/secrets\//g,
    );
    const names = [...variables].map(([, mark = "", name]) => mark + name);
    expect(names.sort()).toEqual([...SECRET_VARIABLES].sort());
    expect(await emitFile(".gitignore", config)).toContain("\n/secrets\n");
    expect(await emitFile("src/server.ts", config)).toContain("secretFiles()");
  },
);

test("a container has a place that its user can write, where callers have folders", async () => {
  const config = {
    auth: "tokens",
    files: { http: "per-caller" },
    emit: ["compose", "kubernetes"],
  } as const;
  const dockerfile = await emitFile("Dockerfile", config);
  expect(dockerfile).toMatch(
    /chown 1000:1000 \/files\nENV MCP_FILES=\/files\n[^]*\nUSER 1000\n/,
  );
  expect(await emitFile("compose.yaml", config)).toMatch(
    /MCP_FILES: \/files\n[^]*- files:\/files\n[^]*\nvolumes:\n {2}files:\n/,
  );
  expect(await emitFile("kubernetes.yaml", config)).toMatch(
    /emptyDir:[^]*name: MCP_FILES\n +value: \/files\n[^]*mountPath: \/files\n/,
  );
  const plain = await emitFile("Dockerfile", { emit: ["dockerfile"] });
  expect(plain).not.toContain("files");
});

test.each(["compose", "kubernetes"] as const)(
  "%s brings the Dockerfile that it needs",
  async (kind) => {
    const text = await emitFile("Dockerfile", { emit: [kind, "dockerfile"] });
    expect(text).toContain("\nUSER 1000\n");
    await emitFile(".dockerignore", { emit: [kind] });
  },
);
