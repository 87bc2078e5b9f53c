// A replica that is killed while it holds the lock of a refresh token. Its arguments are the URLs of the API and of Redis, and the time.
import { serviceOf, silent, start } from "../runtime/serving.js";
import { toolOf } from "../runtime/upstream.js";
import {
  replicaOf,
  STATE_KEY,
} from "../runtime/features/credentials/rotation.js";
import { redis } from "../../runtime/features/state/redis.js";
import { storeOf } from "../../runtime/features/state/store.js";

const [, , baseUrl = "", url = "", time = ""] = process.argv;
const offset = Number(time) - Date.now();
const readClock = Date.now.bind(Date);
Date.now = () => readClock() + offset;
const env = { REDIS_URL: url, MCP_STATE_KEY: STATE_KEY };
const service = serviceOf([toolOf()], { env, features: [redis()] });
await start(service, silent);
const store = storeOf(service.context);
const { call } = replicaOf(baseUrl, {
  ...store,
  async set() {
    process.kill(process.pid, "SIGKILL");
  },
});
await call();
