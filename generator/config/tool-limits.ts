/** Limits of the arguments of one listed tool in bytes, in descending order: a list that is longer than clients read takes the next one. */
export const TOOL_LIMITS = [48, 32, 24, 16, 8].map((size) => size * 1024);

export const DEFAULT_TOOL_LIMIT = 48 * 1024;
