/** What a server can be made for. */
export const CLIENTS = [
  "all",
  "claude",
  "cursor",
  "gemini",
  "openai",
  "vscode",
] as const;

export type Clients = (typeof CLIENTS)[number];

/** Where clients differ from what all of them take. */
export interface Profile {
  /** Characters. */
  readonly maxNameLength: number;
  /** Characters; what comes after is cut in silence or refused. */
  readonly maxDescriptionLength: number;
  /** More tools are refused or hidden; null: any number is taken. */
  readonly maxTools: number | null;
}

/** Names have room for `mcp__server__` in 64 characters. */
const ALL: Profile = {
  maxNameLength: 56,
  maxDescriptionLength: 1024,
  maxTools: null,
};

/** The rules of one kind of client, as they were at the end of 2026. */
export function profileOf(clients: Clients): Profile {
  switch (clients) {
    case "all":
    case "gemini":
    case "openai":
      return ALL;
    case "claude":
      return { ...ALL, maxDescriptionLength: 2048 };
    case "cursor":
      // Server and tool name together take 60 characters.
      return { ...ALL, maxNameLength: 40, maxTools: 80 };
    case "vscode":
      return { ...ALL, maxTools: 128 };
  }
}
