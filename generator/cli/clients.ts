import { clients } from "../commands/clients.js";
import { filled } from "../json.js";

/** What to write where, so that each client starts the server with this Node, from whatever folder it runs in. */
export function describeClients(out = "."): string {
  const { args, env, isBuilt, name } = clients({ out }, { cwd: process.cwd() });
  const node = process.execPath;
  const server = { command: node, args, ...filled({ env }) };
  const json = (value: object) => JSON.stringify(value, null, 2);
  const added = [
    ...Object.keys(env).map((variable) => `--env ${variable}=`),
    ...[name, "--", node, ...args].map(quoted),
  ];
  return [
    ...(isBuilt ? [] : ["Build it first: npm run build", ""]),
    "Claude Code:",
    "",
    `claude mcp add ${added.join(" ")}`,
    "",
    "Claude Desktop (claude_desktop_config.json) and Cursor (~/.cursor/mcp.json):",
    "",
    json({ mcpServers: { [name]: server } }),
    "",
    "VS Code (.vscode/mcp.json):",
    "",
    json({ servers: { [name]: { type: "stdio", ...server } } }),
    "",
  ].join("\n");
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
