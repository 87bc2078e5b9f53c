/** Names of the runtime's features, as `features` of a config may name them. */
export const FEATURES = [
  "basic",
  "callers",
  "completions",
  "concurrency",
  "cookies",
  "form",
  "json-lines",
  "jwt",
  "mutual-tls",
  "oauth",
  "sessions",
  "streams",
  "tokens",
  "traces",
  "uploads",
] as const;
