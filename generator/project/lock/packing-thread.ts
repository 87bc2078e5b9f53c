/** Entry of the thread that packs texts of the lock. */
import { parentPort } from "node:worker_threads";
import { pack } from "./pack.js";

parentPort?.once("message", (texts: readonly string[]) => {
  parentPort?.postMessage(texts.map(pack));
});
