import type { Settings } from "../config/settle.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Variable } from "./credentials.js";
import type { PlannedFile } from "./planned.js";

/** What the files of this module are told of the project. */
export interface Project {
  readonly name: string;
  readonly packageName: string;
  readonly description: string;
  readonly environment: readonly Variable[];
}

/** A container and a bundle for desktop clients, as far as they are asked for. */
export function deployFiles(
  project: Project,
  components: readonly PlannedComponent[],
  { emit }: Settings,
): PlannedFile[] {
  const file = (path: string, template: string, data: object) => ({
    path,
    template,
    data,
    editable: true,
  });
  return emit.flatMap((kind) => {
    switch (kind) {
      case "dockerfile":
        return [
          file("Dockerfile", "Dockerfile", project),
          file(".dockerignore", "dockerignore", {}),
        ];
      case "mcpb":
        return [
          file("manifest.json", "manifest.json", {
            manifest: manifestOf(project, components),
          }),
          file(".mcpbignore", "mcpbignore", {}),
        ];
    }
  });
}

/** https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md */
function manifestOf(project: Project, components: readonly PlannedComponent[]) {
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
    tools: components
      .filter(({ kind }) => kind === "tool")
      .map(({ name, title }) => ({ name, description: title })),
    user_config: Object.fromEntries(
      settings.map(({ key, variable: { about, meaning, value } }) => [
        key,
        {
          type: "string",
          title: meaning,
          description: about === "" ? meaning : about,
          // Without a default, what a user leaves empty would arrive as its placeholder.
          default: value,
          required: false,
          sensitive: value === "",
        },
      ]),
    ),
    compatibility: { runtimes: { node: ">=20" } },
  };
}
