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

/** What a server can be made for: the rules of kinds of clients, as they were at the end of 2026. */
const PROFILES = {
  all: {},
  claude: { maxDescriptionLength: 2048 },
  // Server and tool name together take 60 characters.
  cursor: { maxNameLength: 40, maxTools: 80 },
  gemini: {},
  openai: {},
  vscode: { maxTools: 128 },
} satisfies Record<string, Partial<Profile>>;

export type Clients = keyof typeof PROFILES;

export const CLIENTS = Object.keys(PROFILES) as Clients[]; // in this order

export function profileOf(clients: Clients): Profile {
  return { ...ALL, ...PROFILES[clients] };
}
