import { fetchApp, importApp, importTypeScriptApp, serverApp } from "./app.js";
import { audit } from "./audit.js";
import {
  binary,
  flatBodies,
  form,
  jsonLines,
  jsonStrings,
  longIntegers,
  multipart,
} from "./bodies.js";
import { checks } from "./checks.js";
import {
  completions,
  context,
  custom,
  prompts,
  resources,
} from "./components.js";
import { concurrency } from "./concurrency.js";
import { confirm, inputRequired, loginLinks, person } from "./consent.js";
import { cookies } from "./cookies.js";
import {
  apiKey,
  basic,
  bearer,
  credentials,
  fetchedToken,
  mutualTls,
  oauth2,
  onBehalfOf,
  openIdConnect,
} from "./credentials.js";
import { dryRun, mock } from "./dry-run.js";
import { callerFolders, fileLinks, files, fileTests } from "./files.js";
import { fromClaim } from "./from-claim.js";
import { cors, http, node, serverCard, sessions, worker } from "./http.js";
import { jwt, scopes } from "./jwt.js";
import { limits } from "./limits.js";
import { inline, listPages, refs, truncateSchemas } from "./listing.js";
import { login } from "./login.js";
import { perCaller } from "./per-caller.js";
import { redis } from "./redis.js";
import {
  autoPaginate,
  emptyResponseText,
  errorDetails,
  etag,
  outputSchemas,
  pageHeaders,
  poll,
  streams,
  pickFields,
  strip,
} from "./responses.js";
import { retry } from "./retry.js";
import { scriptClient } from "./script-client.js";
import { search, skillSearch } from "./search.js";
import { secretFiles } from "./secret-files.js";
import { pages, shortenResponses } from "./shorten-responses.js";
import { skills } from "./skills.js";
import { telemetry } from "./telemetry.js";
import { testing, verify, workflowTests } from "./testing.js";
import { toolFilter } from "./tool-filter.js";
import { axios, hostFetch } from "./transports.js";
import { variables } from "./argument-variables.js";
import type { FeatureDefinition } from "./feature.js";

/**
 * Optional parts of a server. Code that several of them write at one place stands in this order: from the client to
 * the component, and from the component to the API.
 */
export const FEATURES: readonly FeatureDefinition[] = [
  // The process, and what all parts read.
  node,
  http,
  worker,
  sessions,
  jwt,
  secretFiles,
  redis,
  // Connection: what a request passes first.
  listPages,
  inputRequired,
  // Around calls of the API, outermost first. Telemetry is around calls of tools, too.
  mock,
  dryRun,
  retry,
  telemetry,
  cookies,
  concurrency,
  serverCard,
  cors,
  // Guard: who may call, and what is called.
  toolFilter,
  callerFolders,
  limits,
  scopes,
  skillSearch,
  search,
  // Record.
  audit,
  // Call.
  context,
  fileLinks,
  poll,
  autoPaginate,
  flatBodies,
  etag,
  errorDetails,
  loginLinks,
  confirm,
  shortenResponses,
  pages,
  emptyResponseText,
  outputSchemas,
  person,
  // Methods.
  completions,
  prompts,
  skills,
  resources,
  custom,
  // Lists of tools, and parts of one API.
  refs,
  inline,
  truncateSchemas,
  checks,
  pageHeaders,
  pickFields,
  strip,
  // Clients of APIs.
  axios,
  hostFetch,
  fetchApp,
  serverApp,
  importApp,
  importTypeScriptApp,
  binary,
  form,
  jsonLines,
  multipart,
  jsonStrings,
  longIntegers,
  streams,
  files,
  perCaller,
  fromClaim,
  credentials,
  apiKey,
  basic,
  bearer,
  fetchedToken,
  mutualTls,
  oauth2,
  onBehalfOf,
  openIdConnect,
  variables,
  // Scripts, logins and tests.
  scriptClient,
  login,
  testing,
  verify,
  workflowTests,
  fileTests,
];

/** Names of all features, sorted. */
export const FEATURE_NAMES: readonly string[] = FEATURES.map(
  ({ name }) => name,
).sort();

/** Prefix of the lock's key for the first file of a feature that `add` wrote; the feature's name follows. */
export const ADDED_KEY = "feature ";

/** Feature of a name. Throws if there is none. */
export function featureOf(name: string): FeatureDefinition {
  const feature = FEATURES.find((definition) => definition.name === name);
  if (feature === undefined) throw new Error(`There is no feature ${name}.`);
  return feature;
}

/** First import of a feature, its entry point. */
export function mainImportOf({ imports }: FeatureDefinition) {
  const [[file, name] = ["", ""]] = Object.entries(imports);
  return { file, name };
}
