import type { FeatureDefinition } from "../features/feature.js";
import { createLookup } from "../features/parts.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { credentialsOf } from "./credentials.js";
import type { PlannedApi } from "./planned-files.js";

/** Longest name of an object of Kubernetes that leaves room for a suffix, in characters. */
const MAX_NAME_LENGTH = 50;

/** Port of HTTPS, to which an API without a declared address is called. */
const DEFAULT_PORT = 443;

/** View of `kubernetes.yaml` and `compose.yaml`. */
export interface Deployment {
  /** Label of RFC 1035, which names all objects. */
  readonly app: string;
  /** Arguments of the container that differ from those of the image; null if none do. */
  readonly args: readonly string[] | null;
  /** Reason why there may be one replica only, in words; null if there may be any number. */
  readonly single: string | null;
  /** True if replicas need the same `MCP_STATE_KEY`. */
  readonly hasStateKey: boolean;
  /** True if callers have folders for files, which need a place that can be written. */
  readonly hasFiles: boolean;
  /** True if `compose.yaml` has volumes: for these files, or for Redis. */
  readonly hasVolumes: boolean;
  /** Ports of the APIs, sorted. */
  readonly apiPorts: readonly number[];
  /** Secrets that are mounted as files, and whether a server needs one of them in any case. */
  readonly secrets: readonly MountedSecret[];
  readonly hasSecrets: boolean;
  /** True if a pod has volumes. */
  readonly mounts: boolean;
}

/** A secret in a file that is named like its variable. */
export interface MountedSecret {
  readonly name: string;
  /** Variable that names the file. */
  readonly variable: string;
  /** True if it belongs to another way to log in, so that it stands in a comment. */
  readonly isChoice: boolean;
}

/** Decides how the containers of a server run. `addresses`: base URLs of its APIs. `secrets`: of its APIs. */
export function viewDeployment(
  packageName: string,
  features: readonly FeatureDefinition[],
  {
    addresses,
    auth,
    secrets,
  }: {
    readonly addresses: readonly string[];
    readonly auth: ResolvedConfig["auth"];
    readonly secrets: readonly MountedSecret[];
  },
): Deployment {
  const hasStateKey =
    createLookup(features)("input-required") || createLookup(features)("redis");
  const serverSecrets = [
    ...(auth === "tokens" ? ["MCP_TOKENS"] : []),
    ...(hasStateKey ? ["MCP_STATE_KEY"] : []),
    ...(createLookup(features)("redis") ? ["REDIS_URL"] : []),
  ].map((name) => toMountedSecret(name));
  const mountedSecrets = [...secrets, ...serverSecrets];
  const hasSecrets = mountedSecrets.some(({ isChoice }) => !isChoice);
  const hasSessions = createLookup(features)("sessions");
  return {
    app: toLabel(packageName),
    args: hasSessions
      ? ["--transport", "streamable-http", "--host", "0.0.0.0", "--sessions"]
      : null,
    single: findSingleReason(features),
    hasStateKey,
    hasFiles: createLookup(features)("caller-folders"),
    hasVolumes:
      createLookup(features)("caller-folders") ||
      createLookup(features)("redis"),
    apiPorts: toPorts(addresses),
    secrets: mountedSecrets,
    hasSecrets,
    mounts: hasSecrets || createLookup(features)("caller-folders"),
  };
}

function toMountedSecret(name: string, isChoice = false): MountedSecret {
  return { name, variable: `${name}_FILE`, isChoice };
}

/** Secrets of an API: of each scheme those of its usual way, and the others as choices. */
export function apiSecretsOf(planned: PlannedApi): MountedSecret[] {
  const { api, plan, settings } = planned;
  return credentialsOf(api, plan, settings.source).flatMap(
    ({ call, variables }) =>
      variables.map(({ name }): MountedSecret => {
        // Variables of a client certificate always name files.
        if (call === "mutualTls")
          return { name, variable: name, isChoice: name.endsWith("_CA") };
        // A container logs in by itself, unless its owner chooses an access token or acts as a user.
        const isChoice =
          /^(oauth2|openIdConnect)$/.test(call) &&
          /_(REFRESH_)?TOKEN$/.test(name);
        return toMountedSecret(name, isChoice);
      }),
  );
}

function findSingleReason(
  features: readonly FeatureDefinition[],
): string | null {
  if (createLookup(features)("sessions"))
    return "sessions are kept in the memory of one process";
  if (createLookup(features)("caller-folders"))
    return "files of callers are in the folder of one container";
  // With the feature `redis`, replicas share the cookies.
  return createLookup(features)("cookies") && !createLookup(features)("redis")
    ? "cookies of the API are kept in the memory of one process"
    : null;
}

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names */
function toLabel(name: string): string {
  const label = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const start = /^[a-z]/.test(label) ? label : `mcp-${label}`;
  return start.slice(0, MAX_NAME_LENGTH).replace(/-$/, "");
}

function toPorts(addresses: readonly string[]): number[] {
  const ports = addresses.map((address) => {
    if (!URL.canParse(address)) return DEFAULT_PORT;
    const { port, protocol } = new URL(address);
    return Number(port) || (protocol === "http:" ? 80 : DEFAULT_PORT);
  });
  return [...new Set(ports)].sort((a, b) => a - b);
}

/** True if the project has a Dockerfile: it was asked for, or another file runs its image. */
export function hasImage({ emit }: Pick<ResolvedConfig, "emit">): boolean {
  return emit.some((kind) => /^(compose|dockerfile|kubernetes)$/.test(kind));
}
