import type { FeatureDefinition } from "./feature.js";
import { stateKey } from "./state-key.js";

export const redis: FeatureDefinition = {
  name: "redis",
  about: "state that replicas share, in the Redis or Valkey of REDIS_URL",
  imports: { "features/state/redis": "redis" },
  packages: { redis: "6.3.1" },
  environment: {
    MCP_STATE_KEY: stateKey("seals the state that replicas share", {
      isSecret: true,
      notes: ["Required with REDIS_URL"],
    }),
    REDIS_URL: {
      meaning:
        "Redis or Valkey that all replicas share: redis://user:password@host:6379/0, or rediss: with TLS. Default: each process has its own memory",
      isSecret: true,
    },
  },
  server: { features: {} },
  deployment: {
    destination: { name: "Redis", port: 6379 },
    secretsHint: "REDIS_URL names the Redis that the replicas share.",
    service: {
      name: "redis",
      network: "state",
      networkComment: "Only the server can connect to Redis.",
      commands: `password=$(openssl rand -hex 32)
echo "requirepass $password" > secrets/redis.conf
echo "redis://default:$password@redis:6379/0" > secrets/REDIS_URL`,
      secret: "redis.conf",
      definition: `image: redis:8-alpine
# The file has the password. Tokens and consents survive a restart, and none is evicted.
command:
  - "redis-server"
  - "/run/secrets/redis.conf"
  - "--appendonly"
  - "yes"
  - "--maxmemory"
  - "128mb"
  - "--maxmemory-policy"
  - "noeviction"
secrets:
  - redis.conf
volumes:
  - redis:/data
networks: ["state"]
restart: unless-stopped
user: "999:1000"
read_only: true
cap_drop: ["ALL"]
security_opt: ["no-new-privileges:true"]
deploy:
  resources:
    limits:
      cpus: "1"
      memory: 256M`,
      volume: "redis",
    },
  },
};
