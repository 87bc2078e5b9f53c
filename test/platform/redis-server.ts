import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";

/** Debian's packages of a Redis that runs without being installed. */
const PACKAGES =
  "redis-server redis-tools liblzf1 libjemalloc2 liblua5.1-0 lua-bitop lua-cjson libatomic1 libhiredis0.14";

const CACHE = join(
  import.meta.dirname,
  "../../node_modules/.cache/toolwright-redis",
);

/** Finds a Redis: that of `REDIS_SERVER`, or Debian's, which is fetched and unpacked (no root needed). Throws if there is none. */
function findRedis(): { command: string; env: NodeJS.ProcessEnv } {
  const { REDIS_SERVER } = process.env;
  if (REDIS_SERVER) return { command: REDIS_SERVER, env: process.env };
  const root = join(CACHE, "root");
  const command = join(root, "usr/bin/redis-server");
  if (!existsSync(command)) {
    mkdirSync(CACHE, { recursive: true });
    execFileSync("apt-get", ["download", ...PACKAGES.split(" ")], {
      cwd: CACHE,
      stdio: "ignore",
    });
    for (const file of readdirSync(CACHE))
      if (file.endsWith(".deb"))
        execFileSync("dpkg", ["-x", join(CACHE, file), root]);
  }
  const [library = ""] = readdirSync(join(root, "usr/lib"), {
    recursive: true,
    encoding: "utf8",
  }).filter((path) => path.endsWith("liblzf.so.1"));
  const folder = join(root, "usr/lib", library, "..");
  return { command, env: { ...process.env, LD_LIBRARY_PATH: folder } };
}

/** A Redis for the test, that can be killed and started again. `persists`: it keeps its data. */
export async function createRedis({ persists }: { persists: boolean }) {
  const { command, env } = findRedis();
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await findPort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const redis = {
    url,
    async start() {
      const options = {
        port,
        bind: "127.0.0.1",
        dir: folder,
        save: "",
        appendonly: persists ? "yes" : "no",
        "maxmemory-policy": "noeviction",
      };
      const args = Object.entries(options).flatMap(([name, value]) => [
        `--${name}`,
        String(value),
      ]);
      server = spawn(command, args, { env, stdio: "ignore" });
      const client = createClient({ url });
      client.on("error", () => undefined); // it is tried again
      await client.connect();
      client.destroy();
    },
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null)
        return;
      server.kill("SIGKILL");
      await once(server, "exit");
    },
    /** Lets Redis hang: its connections stay open, and it does not respond. */
    stop: () => void server?.kill("SIGSTOP"),
    continue: () => void server?.kill("SIGCONT"),
    async end() {
      await redis.kill();
      rmSync(folder, { recursive: true });
    },
    /** Names and values of all keys, and all files that Redis has written. */
    async dump() {
      const client = createClient({ url });
      await client.connect();
      const keys = await client.keys("*");
      const values = await Promise.all(keys.map((key) => client.get(key)));
      client.destroy();
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((path) => join(folder, path))
        .filter((path) => /\.(aof|rdb)$/.test(path))
        .map((path) => readFileSync(path, "latin1"));
      return { keys, text: JSON.stringify([keys, values, files]) };
    },
  };
  await redis.start();
  return redis;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.close();
  await once(server, "close");
  return port;
}
