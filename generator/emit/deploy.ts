import type { ExtraFile } from "../config/config.js";
import type { FeatureName } from "../config/features.js";
import type { Settings } from "../config/settle.js";
import type { PlannedComponent } from "../plan/component.js";
import { editable } from "./files.js";
import {
  CHOICE,
  httpImports,
  httpOptions,
  type ImportLine,
  inOrder,
} from "./imports.js";
import type { PlannedFile } from "./planned.js";
import { askedFor, registryEntry, type Published } from "./registry.js";

/** What the files of this module are told of the project. */
interface Project extends Published {
  /** What CI says to `check`, as a shell reads it. */
  readonly checkFlags: string;
  /** Of the server. */
  readonly features: readonly FeatureName[];
}

type Titled = Pick<PlannedComponent, "name" | "title">;

/** What is needed to run it elsewhere or to give it to others, as far as it is asked for. */
export function deployFiles(
  project: Project,
  tools: readonly Titled[],
  settings: Settings,
): PlannedFile[] {
  // The others need what was planned.
  const files: Partial<Record<ExtraFile, () => PlannedFile[]>> = {
    ci: () => [
      editable(".github/workflows/mcp.yml", "mcp.yml", {
        ...project,
        check: checkCommand(project),
      }),
    ],
    dockerfile: () => [
      editable("Dockerfile", "Dockerfile", project),
      editable(".dockerignore", "dockerignore", project),
    ],
    mcpb: () => [
      editable("manifest.json", "manifest.json", {
        manifest: manifestOf(project, tools),
      }),
      editable(".mcpbignore", "mcpbignore", project),
    ],
    registry: () => [
      editable("server.json", "server.json", { entry: registryEntry(project) }),
    ],
    worker: () => [
      editable("src/worker.ts", "worker.ts", {
        ...project,
        httpOptions: httpOptions(project.features, "process.env"),
        imports: workerImports(project),
      }),
      editable("wrangler.jsonc", "wrangler.jsonc", {
        ...project,
        variables: project.environment.filter(({ value }) => value !== ""),
      }),
    ],
  };
  const notices = isGivenOn(settings)
    ? [editable("notices.mjs", "notices.mjs", {})]
    : [];
  return [
    ...notices,
    ...settings.emit.flatMap((kind) => files[kind]?.() ?? []),
  ];
}

/** In YAML. What GitHub would take for an expression is left to a person. */
function checkCommand({ checkFlags }: Project): string {
  if (checkFlags === "" || checkFlags.includes("${{")) return "npm run check";
  const command = `npm run check -- ${checkFlags}`;
  return /^[\w./@%+,= -]+$/.test(command) ? command : JSON.stringify(command);
}

/** Whether its bundle is, with the packages that are in it. */
export function isGivenOn({ emit }: Settings): boolean {
  return emit.some((kind) => !/^(ci|client|skills|tests|worker)$/.test(kind));
}

/** What src/worker.ts hands to hosts that call `fetch`. */
function workerImports({ features }: Project): ImportLine[] {
  return inOrder([
    ...httpImports(features, ["worker"]),
    ...(features.includes("choice") ? [CHOICE] : []),
    { clause: "{ service }", from: "./server.js" },
  ]);
}

/** https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md */
function manifestOf(project: Project, tools: readonly Titled[]) {
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
