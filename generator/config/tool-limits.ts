/** Bytes of the arguments of one tool in a list, the most first: a list that is longer than clients read goes to the next. */
export const TOOL_LIMITS = [48, 32, 24, 16, 8].map((size) => size * 1024);

export const DEFAULT_TOOL_LIMIT = 48 * 1024;
