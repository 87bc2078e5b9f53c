import { clients } from "../commands/clients.js";
import { filled } from "../json.js";
import { shellWord } from "../text.js";

/** What to write where, so that each client starts the server with this Node, from whatever folder it runs in. */
export function describeClients(out = "."): string {
  const setup = clients({ out }, { cwd: process.cwd() });
  const { args, env, isBuilt, name, searches, skills } = setup;
  const command = process.execPath;
  // These find tools by themselves, and need to see all.
  const all = [...args, ...(searches ? ["--tools", "all"] : [])];
  const server = { command, args, ...filled({ env }) };
  const listed = { ...server, args: all };
  const json = (value: object) => JSON.stringify(value, null, 2);
  const variables = Object.keys(env).map((variable) => `--env ${variable}=`);
  const added = [name, "--", command, ...all].map(shellWord);
  const servers = (of: object) => json({ mcpServers: { [name]: of } });
  const sections: [client: string, text: string][] = [
    ["Claude Code", `claude mcp add ${[...variables, ...added].join(" ")}`],
    [
      "Codex",
      `codex mcp add ${[added[0], ...variables, ...added.slice(1)].join(" ")}`,
    ],
    [
      "Claude Desktop (claude_desktop_config.json), Gemini CLI (~/.gemini/settings.json)",
      servers(server),
    ],
    ["Cursor (~/.cursor/mcp.json)", servers(listed)],
    [
      "VS Code (.vscode/mcp.json)",
      json({ servers: { [name]: { type: "stdio", ...listed } } }),
    ],
    [
      "opencode (opencode.json)",
      json({
        mcp: {
          [name]: {
            type: "local",
            command: [command, ...all],
            ...filled({ environment: env }),
          },
        },
      }),
    ],
    [
      "Goose (~/.config/goose/config.yaml, which takes JSON)",
      json({
        extensions: {
          [name]: {
            name,
            type: "stdio",
            enabled: true,
            timeout: 300,
            cmd: command,
            args,
            envs: env,
          },
        },
      }),
    ],
  ];
  if (skills !== null)
    sections.push([
      "Skills, which clients also read from folders of a project",
      SKILL_FOLDERS.map((to) => `cp -R ${shellWord(skills)}/. ${to}`).join(
        "\n",
      ),
    ]);
  return [
    ...(isBuilt ? [] : ["Build it first: npm run build", ""]),
    ...sections.flatMap(([client, text]) => [`${client}:`, "", text, ""]),
  ].join("\n");
}

/** Of Claude Code, Codex and Cursor. */
const SKILL_FOLDERS = [".claude/skills/", ".agents/skills/", ".cursor/skills/"];
