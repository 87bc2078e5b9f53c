import { Ajv } from "ajv";

/*
 * Closed schemas of the objects that manifests hold, after Kubernetes 1.31 and the Compose Specification. A key that is
 * not here is refused, so a new line of a template needs a line here.
 */

const text = { type: "string", minLength: 1 } as const;
const count = { type: "integer", minimum: 0 } as const;
const flag = { type: "boolean" } as const;
const texts = { type: "array", items: text, minItems: 1 } as const;
const listOf = (items: object) => ({ type: "array", items, minItems: 1 });

/** Object with these fields alone; those whose name ends in `?` may be missing. */
function closed(fields: Readonly<Record<string, object>>): object {
  const entries = Object.entries(fields);
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name.replace("?", ""), schema]),
    ),
    required: entries
      .map(([name]) => name)
      .filter((name) => !name.endsWith("?")),
  };
}

const label = { type: "string", pattern: "^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$" };
const labels = closed({ "app.kubernetes.io/name": label });
const metadata = closed({ name: label, "labels?": labels });
const selector = closed({ matchLabels: labels });
const probe = closed({
  httpGet: closed({ path: { enum: ["/readyz", "/livez"] }, port: text }),
  periodSeconds: { const: 5 },
  timeoutSeconds: count,
  failureThreshold: count,
});
const quantities = closed({ cpu: text, memory: text });
const kind = (apiVersion: string, name: string, spec: object) =>
  closed({
    apiVersion: { const: apiVersion },
    kind: { const: name },
    metadata,
    spec,
  });

const container = closed({
  name: label,
  image: text,
  "args?": texts,
  ports: listOf(closed({ name: label, containerPort: count })),
  envFrom: listOf(
    closed({ configMapRef: closed({ name: label, optional: flag }) }),
  ),
  env: listOf(closed({ name: text, value: text })),
  "volumeMounts?": listOf(
    closed({ name: label, mountPath: text, "readOnly?": { const: true } }),
  ),
  readinessProbe: probe,
  livenessProbe: probe,
  resources: closed({ requests: quantities, limits: quantities }),
  // https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
  securityContext: closed({
    allowPrivilegeEscalation: { const: false },
    readOnlyRootFilesystem: { const: true },
    capabilities: closed({ drop: { const: ["ALL"] } }),
  }),
});

const pod = closed({
  automountServiceAccountToken: { const: false },
  enableServiceLinks: { const: false },
  terminationGracePeriodSeconds: count,
  securityContext: closed({
    runAsNonRoot: { const: true },
    runAsUser: { const: 1000 },
    runAsGroup: { const: 1000 },
    seccompProfile: closed({ type: { const: "RuntimeDefault" } }),
  }),
  "volumes?": listOf({
    oneOf: [
      closed({ name: label, emptyDir: closed({ sizeLimit: text }) }),
      closed({ name: label, secret: closed({ secretName: label }) }),
    ],
  }),
  containers: listOf(container),
});

const deployment = kind(
  "apps/v1",
  "Deployment",
  closed({
    "replicas?": count,
    strategy: closed({
      type: { enum: ["Recreate", "RollingUpdate"] },
      "rollingUpdate?": closed({ maxUnavailable: count, maxSurge: count }),
    }),
    selector,
    template: closed({ metadata: closed({ labels }), spec: pod }),
  }),
);

const service = kind(
  "v1",
  "Service",
  closed({
    selector: labels,
    ports: listOf(closed({ name: label, port: count, targetPort: text })),
  }),
);

const autoscaler = kind(
  "autoscaling/v2",
  "HorizontalPodAutoscaler",
  closed({
    scaleTargetRef: closed({ apiVersion: text, kind: text, name: label }),
    minReplicas: count,
    maxReplicas: count,
    metrics: listOf(
      closed({
        type: { const: "Resource" },
        resource: closed({
          name: { const: "cpu" },
          target: closed({
            type: { const: "Utilization" },
            averageUtilization: count,
          }),
        }),
      }),
    ),
  }),
);

const budget = kind(
  "policy/v1",
  "PodDisruptionBudget",
  closed({ maxUnavailable: count, selector }),
);

const networkPorts = listOf(
  closed({ port: count, protocol: { enum: ["TCP", "UDP"] } }),
);
const networkPolicy = kind(
  "networking.k8s.io/v1",
  "NetworkPolicy",
  closed({
    podSelector: selector,
    policyTypes: { const: ["Ingress", "Egress"] },
    ingress: listOf(
      closed({
        from: listOf(closed({ namespaceSelector: closed({}) })),
        ports: networkPorts,
      }),
    ),
    egress: listOf(closed({ ports: networkPorts })),
  }),
);

const compose = closed({
  services: closed({
    server: closed({
      build: text,
      image: text,
      "command?": texts,
      ports: texts,
      env_file: listOf(closed({ path: text, required: flag })),
      environment: {
        ...closed({ PORT: text, MCP_DRAIN_SECONDS: text, "MCP_FILES?": text }),
        // Nothing else is in the environment: secrets are files.
        patternProperties: {
          "(_FILE|_CERT|_KEY)$": {
            type: "string",
            pattern: "^/run/secrets/[A-Z_]+$",
          },
        },
      },
      "secrets?": texts,
      "depends_on?": texts,
      "networks?": texts,
      "volumes?": texts,
      stop_grace_period: { type: "string", pattern: "^[0-9]+s$" },
      restart: text,
      user: { const: "1000:1000" },
      read_only: { const: true },
      cap_drop: { const: ["ALL"] },
      security_opt: texts,
      deploy: closed({ resources: closed({ limits: quantitiesOfCompose() }) }),
    }),
    "redis?": closed({
      image: text,
      command: texts,
      secrets: texts,
      volumes: texts,
      networks: { const: ["state"] },
      restart: text,
      user: text,
      read_only: { const: true },
      cap_drop: { const: ["ALL"] },
      security_opt: texts,
      deploy: closed({ resources: closed({ limits: quantitiesOfCompose() }) }),
    }),
  }),
  "networks?": closed({ state: closed({ internal: { const: true } }) }),
  "secrets?": {
    type: "object",
    additionalProperties: closed({ file: text }),
  },
  "volumes?": closed({
    "files?": { type: "null" },
    "redis?": { type: "null" },
  }),
});

function quantitiesOfCompose() {
  return closed({ cpus: text, memory: text });
}

const ajv = new Ajv({ strict: false });
const objects = Object.fromEntries(
  Object.entries({
    Deployment: deployment,
    Service: service,
    HorizontalPodAutoscaler: autoscaler,
    PodDisruptionBudget: budget,
    NetworkPolicy: networkPolicy,
  }).map(([name, schema]) => [name, ajv.compile(schema)]),
);
const isCompose = ajv.compile(compose);

/** An object of Kubernetes, as far as tests read it. */
export interface Manifest {
  readonly kind: string;
}

/** Problems of an object of Kubernetes. */
export function problemsOfObject(object: Manifest): string[] {
  const check = objects[object.kind];
  if (check === undefined) return [`There is no kind ${object.kind}.`];
  return check(object) ? [] : toTexts(check.errors);
}

/** Problems of a `compose.yaml`. */
export function problemsOfCompose(file: unknown): string[] {
  return isCompose(file) ? [] : toTexts(isCompose.errors);
}

function toTexts(errors: typeof isCompose.errors): string[] {
  return (errors ?? []).map(
    ({ instancePath, message = "", params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
