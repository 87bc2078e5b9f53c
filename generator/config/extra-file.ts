/** Files that are emitted on request. */
export const EXTRA_FILES = ["dockerfile", "mcpb"] as const;

export type ExtraFile = (typeof EXTRA_FILES)[number];
