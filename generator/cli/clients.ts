import { readClientSetup } from "../commands/clients.js";
import { quoteShellWord } from "../shared/escape.js";
import { wrapLines } from "./table.js";

/**
 * Describes the entry for each client's config file, so that the client starts the server with this Node from any
 * folder.
 */
export function describeClients(out = ".", width = Infinity): string {
  const setup = readClientSetup({ out }, { cwd: process.cwd() });
  const { args, isBuilt, lacksEnvFile, name, searches, skills } = setup;
  const command = process.execPath;
  // These clients search tools by themselves, and need to see all.
  const allToolArgs = [...args, ...(searches ? ["--tools", "all"] : [])];
  const server = { command, args };
  const fullServer = { ...server, args: allToolArgs };
  const quotedCommand = [command, ...allToolArgs].map(quoteShellWord).join(" ");
  const formatCommand = (start: string) =>
    joinCommand(
      [`${start} ${quoteShellWord(name)}`, `-- ${quotedCommand}`],
      width,
    );
  const sections: Readonly<Record<string, string | object>> = {
    "Claude Code": formatCommand("claude mcp add"),
    Codex: formatCommand("codex mcp add"),
    "Claude Desktop (claude_desktop_config.json), Gemini CLI (~/.gemini/settings.json)":
      { mcpServers: { [name]: server } },
    "Cursor (~/.cursor/mcp.json)": { mcpServers: { [name]: fullServer } },
    "VS Code (.vscode/mcp.json)": {
      servers: { [name]: { type: "stdio", ...fullServer } },
    },
    "opencode (opencode.json)": {
      mcp: {
        [name]: { type: "local", command: [command, ...allToolArgs] },
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
          envs: {},
        },
      },
    },
    ...(skills !== null && {
      "Skills, which clients can also read from a project's folders":
        SKILL_FOLDERS.map(
          (skillFolder) => `cp -R ${quoteShellWord(skills)}/. ${skillFolder}`,
        ).join("\n"),
    }),
  };
  return [
    ...(isBuilt ? [] : ["Build it first: npm run build", ""]),
    ...(lacksEnvFile ? [wrapLines(FILL_IN_NOTE, width, 0), ""] : []),
    ...Object.entries(sections).flatMap(([client, instructions]) => {
      const text =
        typeof instructions === "string"
          ? instructions
          : JSON.stringify(instructions, null, 2);
      return [wrapLines(`${client}:`, width), "", text, ""];
    }),
  ].join("\n");
}

/** Joins the parts of a command: in one line, or if a POSIX shell's line would be longer than a width, in several. */
function joinCommand(parts: readonly string[], width: number): string {
  const line = parts.join(" ");
  const isWhole = line.length <= width || process.platform === "win32";
  return isWhole ? line : parts.join(" \\\n  ");
}

const FILL_IN_NOTE =
  "Copy .env.example to .env in the project, and fill in the credentials that you have. The server reads that file.";

/** Folders of skills of Claude Code, Codex and Cursor. */
const SKILL_FOLDERS = [".claude/skills/", ".agents/skills/", ".cursor/skills/"];
