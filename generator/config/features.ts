/** Features of the runtime that a config may name, and what they give a server. */
export const FEATURES = {
  basic: "user names and passwords",
  callers: "credentials and headers of callers",
  completions: "values of URI templates",
  concurrency: "a bound of calls at one time",
  cookies: "cookies of the API",
  "json-lines": "bodies of JSON lines",
  jwt: "access tokens of an authorization server",
  "mutual-tls": "client certificates",
  sessions: "sessions of callers over HTTP",
  streams: "streams, event by event",
  tokens: "tokens of callers over HTTP",
  traces: "OpenTelemetry",
};
