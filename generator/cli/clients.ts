import { clients } from "../commands/clients.js";
import { filled } from "../shared/json.js";
import { shellWord } from "../shared/escape.js";

/** What to write where, so that each client starts the server with this Node, from whatever folder it runs in. */
export function describeClients(out = "."): string {
  const setup = clients({ out }, { cwd: process.cwd() });
  const { args, env, isBuilt, name, searches, skills } = setup;
  const command = process.execPath;
  // These find tools by themselves, and need to see all.
  const all = [...args, ...(searches ? ["--tools", "all"] : [])];
  const server = { command, args, ...filled({ env }) };
  const listed = { ...server, args: all };
  const variables = Object.keys(env).map((variable) => `--env ${variable}=`);
  const [named = "", ...started] = [name, "--", command, ...all].map(shellWord);
  const sections: Readonly<Record<string, string | object>> = {
    "Claude Code": ["claude mcp add", ...variables, named, ...started].join(
      " ",
    ),
    Codex: ["codex mcp add", named, ...variables, ...started].join(" "),
    "Claude Desktop (claude_desktop_config.json), Gemini CLI (~/.gemini/settings.json)":
      { mcpServers: { [name]: server } },
    "Cursor (~/.cursor/mcp.json)": { mcpServers: { [name]: listed } },
    "VS Code (.vscode/mcp.json)": {
      servers: { [name]: { type: "stdio", ...listed } },
    },
    "opencode (opencode.json)": {
      mcp: {
        [name]: {
          type: "local",
          command: [command, ...all],
          ...filled({ environment: env }),
        },
      },
    },
    "Goose (~/.config/goose/config.yaml, which takes JSON)": {
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
    },
    ...(skills !== null && {
      "Skills, which clients also read from folders of a project":
        SKILL_FOLDERS.map((to) => `cp -R ${shellWord(skills)}/. ${to}`).join(
          "\n",
        ),
    }),
  };
  return [
    ...(isBuilt ? [] : ["Build it first: npm run build", ""]),
    ...Object.entries(sections).flatMap(([client, what]) => {
      const text =
        typeof what === "string" ? what : JSON.stringify(what, null, 2);
      return [`${client}:`, "", text, ""];
    }),
  ].join("\n");
}

/** Of Claude Code, Codex and Cursor. */
const SKILL_FOLDERS = [".claude/skills/", ".agents/skills/", ".cursor/skills/"];
