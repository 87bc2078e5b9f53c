/** One feature of the runtime. */
export interface FeatureSpec {
  /** Files below `src/runtime`, without ending; what they import comes along. */
  readonly files: readonly [string, ...string[]];
  /** What is imported from the first one. */
  readonly name: string;
  /** What it gives a server. */
  readonly about: string;
}

const feature = (
  file: string,
  name: string,
  about: string,
  ...more: string[]
): FeatureSpec => ({ files: [`features/${file}`, ...more], name, about });

/** All that a server may have besides the core of the runtime. */
// prettier-ignore
export const FEATURES = {
  "api-key": feature("api-key", "apiKey", "API keys"),
  axios: feature("axios", "axiosTransport", "requests over HTTP"),
  basic: feature("basic", "basic", "user names and passwords"),
  bearer: feature("bearer", "bearer", "bearer tokens"),
  binary: feature("uploads/binary", "binary", "bodies that are files"),
  callers: feature("callers", "callers", "credentials and headers of callers"),
  completions: feature("completions", "completions", "completion of variables of resource templates"),
  concurrency: feature("concurrency", "concurrency", "a bound of calls at one time"),
  cookies: feature("cookies", "cookieJar", "cookies of the API"),
  credentials: feature("credentials", "credentials", "credentials by scheme"),
  "fetch-app": feature("app/fetch", "fetchTransport", "an application in process"),
  "fetched-token": feature("oauth/fetched-token", "fetchedToken", "tokens got in a way of your own"),
  form: feature("form", "form", "URL-encoded forms"),
  gemini: feature("gemini", "gemini", "listings for Gemini's API"),
  http: feature("http", "httpOptionsFrom", "Streamable HTTP"),
  "import-app": feature("app/import", "importApp", "applications in JavaScript"),
  "import-typescript-app": feature("app/typescript", "importTypeScriptApp", "applications in TypeScript"),
  "json-lines": feature("json-lines", "jsonLines", "bodies of JSON lines"),
  jwt: feature("auth/jwt", "jwtTokensFrom", "access tokens of an authorization server"),
  listing: feature("listing", "inline", "shared schemas written out in listings"),
  multipart: feature("uploads/multipart", "multipart", "forms with files"),
  "mutual-tls": feature("mutual-tls", "mutualTls", "client certificates"),
  node: feature("node", "listen", "stdio and HTTP on Node"),
  oauth2: feature("oauth/oauth2", "oauth2", "OAuth 2"),
  "openid-connect": feature("oauth/openid", "openIdConnect", "OpenID Connect"),
  "output-schemas": feature("output-schemas", "outputSchemas", "schemas of structured answers"),
  redirects: feature("redirects", "redirects", "redirects within a host"),
  resources: feature("resources/resources", "resources", "resources and templates"),
  rules: feature("rules/rules", "rules", "bounds and patterns of arguments"),
  "server-app": feature("app/server", "serverTransport", "an application in process"),
  sessions: feature("sessions", "sessions", "sessions of callers over HTTP", "sdk/v1/session"),
  streams: feature("streams", "streams", "streams, event by event"),
  strip: feature("strip", "strip", "answers without undeclared fields"),
  tokens: feature("auth/tokens", "tokensFrom", "tokens of callers over HTTP"),
  traces: feature("traces", "traces", "traces of OpenTelemetry"),
} satisfies Record<string, FeatureSpec>;

export type Feature = keyof typeof FEATURES;
