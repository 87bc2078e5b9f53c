import type { Settings } from "../config/settle.js";
import { slug } from "../text.js";
import type { Variable } from "./credentials.js";
import type { PlannedComponent } from "../plan/component.js";
import type { PlannedApi } from "./planned.js";

/** What is told of a project wherever it is given to others. */
interface Published {
  readonly name: string;
  readonly packageName: string;
  readonly version: string;
  readonly description: string;
  /** What its APIs need. */
  readonly environment: readonly Variable[];
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
export function packageName(name: string): string {
  const base = slug(name) || "api";
  return base.endsWith("mcp") ? base : `${base}-mcp`;
}

/** What clients may know before they connect. https://github.com/modelcontextprotocol/experimental-ext-server-card */
export function cardOf(project: Published) {
  return {
    $schema:
      "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    // Its owner has to put the own name in.
    name: `io.github.your-name/${project.packageName}`,
    title: cut(project.name),
    description: cut(project.description),
    version: project.version,
    remotes: [
      {
        type: "streamable-http",
        url: "https://{host}/mcp",
        variables: {
          host: { description: "Where this server runs", isRequired: true },
        },
      },
    ],
  };
}

/** https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md */
export function registryEntry(project: Published): object {
  const version = "0.1.0"; // of the npm package, until its owner raises it
  const { remotes, ...card } = cardOf({ ...project, version });
  return {
    ...card,
    $schema:
      "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    packages: [
      {
        registryType: "npm",
        identifier: project.packageName,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        environmentVariables: project.environment.map(inputOf),
      },
    ],
    remotes,
  };
}

/** https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md */
export function manifestOf(
  project: Published,
  tools: readonly Pick<PlannedComponent, "name" | "title">[],
): object {
  const { description, environment, name, packageName } = project;
  const settings = environment.map((variable) => ({
    key: variable.name.toLowerCase(),
    variable,
  }));
  return {
    manifest_version: "0.3",
    name: packageName,
    display_name: name,
    version: "0.1.0",
    description,
    author: { name },
    server: {
      type: "node",
      entry_point: "dist/main.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/dist/main.js"],
        env: Object.fromEntries(
          settings.map(({ key, variable }) => [
            variable.name,
            `\${user_config.${key}}`,
          ]),
        ),
      },
    },
    tools: tools.map(({ name, title }) => ({ name, description: title })),
    user_config: Object.fromEntries(
      settings.map(({ key, variable }) => {
        const { description, isRequired, isSecret } = askedFor(variable);
        const setting = {
          type: "string",
          title: variable.meaning,
          description,
          // Without a default, what a user leaves empty would arrive as its placeholder.
          default: variable.value,
          required: isRequired,
          sensitive: isSecret,
        };
        return [key, setting];
      }),
    ),
    compatibility: { runtimes: { node: ">=20" } },
  };
}

/** The registry takes 100 characters. */
function cut(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 99).trimEnd()}…`;
}

function inputOf(variable: Variable): object {
  const { name, value } = variable;
  const { description, isRequired, isSecret } = askedFor(variable);
  const known = value !== "" && { default: value };
  return { name, description, ...known, isRequired, isSecret };
}

/** How a user is asked for a variable. Where the API is, is no secret, and needed where the document doesn't say. */
function askedFor({ about, meaning, name, value }: Variable) {
  const isAddress = name.endsWith("API_BASE_URL");
  return {
    description: about === "" ? meaning : about,
    isRequired: isAddress && value === "",
    isSecret: !isAddress && value === "",
  };
}

/** What a server is called: where its config does not say, the titles of its APIs. */
export function nameOf(
  apis: readonly Pick<PlannedApi, "api">[],
  { name }: Settings,
): string {
  const titles = apis.map(({ api }) => api.title.trim()).filter(Boolean);
  return name ?? (titles.join(" and ") || "API");
}
