/** Lines of the MCP SDK that a server can be written for: `@modelcontextprotocol/sdk` 1, `@modelcontextprotocol/server` 2. */
export const SDK_LINES = ["v1", "v2"] as const;

/** Line of the MCP SDK. */
export type SdkLine = (typeof SDK_LINES)[number];

/** Line of a new project whose config says none. A project that is there stays on its own. */
export const DEFAULT_SDK: SdkLine = "v1";

/** Line of the SDK that a text imports or depends on: a module of the runtime, or a manifest. */
export function sdkOf(text: string): SdkLine {
  return /["']@modelcontextprotocol\/server["'/]/.test(text) ? "v2" : "v1";
}
