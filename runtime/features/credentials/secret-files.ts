import type { Environment, Feature, Log } from "../../index.js";
import type { SecretFiles } from "./credentials.js";
import { describeFailure, readSecret, readStamp } from "./read-secret.js";
import type { SecretFile } from "./read-secret.js";

/** Seconds between two checks of the files; number of replaced secrets that stay redacted. */
const INTERVAL_SECONDS = 5;
const MAX_RETIRED = 64;

/** Secrets of the server itself, which are first needed in the middle of a call. */
const SERVER_VARIABLES = [
  "MCP_STATE_KEY",
  "MCP_STATE_KEY_PREVIOUS",
  "REDIS_URL",
];

/**
 * Reads secrets from files: if `API_KEY_FILE` is set, `API_KEY` is the content of that file, as it was last read. Reading
 * throws if both are set, or if the file has never been readable. The files are checked every five seconds. A file that
 * is empty, too large or unreadable changes nothing; the log names it.
 */
export function secretFiles(): Feature {
  return {
    name: "secret-files",
    provide: {
      env(context) {
        const { env, lifecycles, log } = context;
        const files = createFiles(env, log);
        let timer: NodeJS.Timeout | undefined;
        lifecycles.add({
          start() {
            timer = setInterval(
              () => files.look(),
              INTERVAL_SECONDS * 1000,
            ).unref();
          },
          close: () => clearInterval(timer),
        });
        context.secrets.add(files.retired);
        context.secretFiles = files satisfies SecretFiles;
        return files.live;
      },
    },
    // Throws if a secret of the server itself, which is first needed in the middle of a call, can't be read.
    hooks({ context: { env } }) {
      for (const variable of SERVER_VARIABLES) void env[variable];
      return {};
    },
  };
}

function createFiles(env: Environment, log: Log) {
  const files = new Map<string, SecretFile>();
  /** Stamps of files that credentials read themselves, by path. */
  const stamps = new Map<string, string>();
  /** Reasons that were logged already, by variable. */
  const problems = new Map<string, string>();
  let retiredTexts: readonly string[] = [];

  function readValue(variable: string): string | undefined {
    const path = env[`${variable}_FILE`];
    if (!path) return env[variable];
    if (env[variable])
      throw new Error(
        `${variable} and ${variable}_FILE are both set. Take one of them out.`,
      );
    const file = files.get(variable) ?? readFirst(variable, path);
    files.set(variable, file);
    return file.text;
  }

  /** Reads the files that have changed; returns true if the text of one differs. */
  function readChanged(): boolean {
    let hasChanged = false;
    for (const [variable, { stamp, text }] of files) {
      const path = env[`${variable}_FILE`] ?? "";
      try {
        if (readStamp(path) === stamp) continue;
        const file = readSecret(path);
        files.set(variable, file);
        problems.delete(variable);
        if (file.text === text) continue;
        retiredTexts = [text, ...retiredTexts].slice(0, MAX_RETIRED);
        hasChanged = true;
        log.info("secret-file", { variable, message: "has a new value" });
      } catch (error) {
        const message = `${path} ${describeFailure(error)}. The value from before stays.`;
        if (problems.get(variable) !== message)
          log.error("secret-file", { variable, message });
        problems.set(variable, message);
      }
    }
    return hasChanged;
  }

  const live = new Proxy(env, {
    get: (target, name) =>
      typeof name === "string"
        ? readValue(name)
        : (Reflect.get(target, name) as unknown),
  });
  return {
    live,
    retired: () => retiredTexts,
    /** Checks each file; once more after a change, since files that belong together may change between two readings. */
    look(): void {
      for (let round = 0; round < 3 && readChanged(); round += 1);
      for (const path of stamps.keys()) stamps.set(path, readStamp(path));
    },
    /** Returns a text that changes with the file, as of the last check. */
    stampOf(path: string): string {
      const stamp = stamps.get(path) ?? readStamp(path);
      stamps.set(path, stamp);
      return stamp;
    },
  };
}

function readFirst(variable: string, path: string): SecretFile {
  try {
    return readSecret(path);
  } catch (error) {
    throw new Error(
      `${variable}_FILE: ${path} ${describeFailure(error)}. Mount the file, or take the variable out.`,
      { cause: error },
    );
  }
}
