import type { ComposeService, FeatureDefinition } from "../features/feature.js";
import { createLookup, toListOrder } from "../features/parts.js";
import type { ReadVariable } from "../features/variables.js";
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
  /** True if `compose.yaml` has volumes: for these files, or for a service. */
  readonly hasVolumes: boolean;
  /** Ports of the APIs, sorted. */
  readonly apiPorts: readonly number[];
  /** Servers to which it connects besides the APIs, by port. */
  readonly destinations: readonly {
    readonly name: string;
    readonly port: number;
  }[];
  /** Sentences on secrets. */
  readonly secretsHints: readonly string[];
  /** Lines of `kubernetes.yaml` and of the Dockerfile that set variables of features. */
  readonly kubernetesVariables: readonly string[];
  readonly imageVariables: readonly string[];
  /** Services in `compose.yaml` beside the server. */
  readonly services: readonly (Omit<
    ComposeService,
    "commands" | "definition"
  > & {
    readonly commands: readonly string[];
    readonly lines: readonly string[];
  })[];
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

/** Decides how the containers of a server run. `addresses`: base URLs of its APIs. `secrets`: of its APIs. `variables`: of its features. */
export function viewDeployment(
  packageName: string,
  features: readonly FeatureDefinition[],
  {
    addresses,
    secrets,
    variables,
  }: {
    readonly addresses: readonly string[];
    readonly secrets: readonly MountedSecret[];
    readonly variables: readonly ReadVariable[];
  },
): Deployment {
  const serverSecrets = variables.flatMap(({ isSecret, name }) =>
    isSecret ? [toMountedSecret(name)] : [],
  );
  const mountedSecrets = [...secrets, ...serverSecrets];
  const hasSecrets = mountedSecrets.some(({ isChoice }) => !isChoice);
  const parts = toListOrder(features).flatMap(
    ({ deployment }) => deployment ?? [],
  );
  const args = parts.flatMap((part) => part.args ?? []);
  const hasFiles = parts.some((part) => part.hasFiles);
  const services = parts.flatMap(({ service }) => service ?? []);
  const destinations = parts
    .flatMap(({ destination }) => destination ?? [])
    .toSorted((a, b) => a.port - b.port);
  const has = createLookup(features);
  const [single = null] = parts.flatMap(
    ({ singleReason }) => singleReason?.(has) ?? [],
  );
  return {
    app: toLabel(packageName),
    args:
      args.length > 0
        ? ["--transport", "streamable-http", "--host", "0.0.0.0", ...args]
        : null,
    single,
    hasStateKey: serverSecrets.some(({ name }) => name === "MCP_STATE_KEY"),
    hasFiles,
    hasVolumes: hasFiles || services.length > 0,
    apiPorts: toPorts(addresses),
    destinations,
    secretsHints: parts.flatMap(({ secretsHint }) => secretsHint ?? []),
    kubernetesVariables: parts.flatMap(
      ({ kubernetesVariables }) => kubernetesVariables?.split("\n") ?? [],
    ),
    imageVariables: parts.flatMap(
      ({ imageVariables }) => imageVariables?.(packageName) ?? [],
    ),
    services: services.map(({ commands, definition, ...service }) => ({
      ...service,
      commands: commands.split("\n"),
      lines: definition.split("\n"),
    })),
    secrets: mountedSecrets,
    hasSecrets,
    mounts: hasSecrets || hasFiles,
  };
}

function toMountedSecret(name: string, isChoice = false): MountedSecret {
  return { name, variable: `${name}_FILE`, isChoice };
}

/** Secrets of an API: of each scheme those of its usual way, and the others as choices. */
export function apiSecretsOf(planned: PlannedApi): MountedSecret[] {
  const { api, plan, settings } = planned;
  return credentialsOf(api, plan, settings.source)
    .flatMap(({ variables }) => variables)
    .map(({ isChoice, isFile, name }) =>
      isFile
        ? { name, variable: name, isChoice }
        : toMountedSecret(name, isChoice),
    );
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
