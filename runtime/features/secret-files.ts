import type {
  Feature,
  Headers,
  HttpRequest,
  Log,
  Principal,
} from "../index.js";
import { createLog } from "./log.js";
import { readVariable } from "./credentials.js";
import type { Credential } from "./credentials.js";
import { splitList, staticTokens } from "./http.js";
import type { HttpOptions } from "./http.js";
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
 * Checks the files of secrets every five seconds, as long as the server runs. A file that is empty, too large or
 * unreadable changes nothing; the log names it.
 */
export function secretFiles(env: NodeJS.ProcessEnv = process.env): Feature {
  const files = filesOf(env);
  return {
    name: "secret-files",
    methods({ lifecycles }) {
      let timer: NodeJS.Timeout | undefined;
      lifecycles.add({
        start(log) {
          files.setLog(log);
          for (const variable of SERVER_VARIABLES) void files.live[variable]; // throws if it can't be read
          timer ??= setInterval(
            () => files.look(),
            INTERVAL_SECONDS * 1000,
          ).unref();
        },
        close: () => clearInterval(timer),
      });
      return {};
    },
  };
}

/**
 * Returns an environment whose secrets may be in files: if `API_KEY_FILE` is set, `API_KEY` is the content of that
 * file, as it was last read. Reading throws if both are set, or if the file has never been readable.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return filesOf(env).live;
}

/**
 * A credential whose variables may be in files. A new value applies from the next request on; after a 401, the files
 * are checked once more. `pathVariables` name files that the credential reads itself.
 */
export function fromFiles(
  env: NodeJS.ProcessEnv,
  createCredential: (env: NodeJS.ProcessEnv) => Credential,
  pathVariables: readonly string[] = [],
): Credential {
  const files = filesOf(env);
  let retiredSecrets: readonly string[] = [];
  let built = build();

  /** Creates the credential, with the values that it read while it was created; others are read when it needs them. */
  function build() {
    const values = new Map<string, string | undefined>();
    let isBuilding = true;
    const trackedEnv = new Proxy(files.live, {
      get(target, name) {
        const value = typeof name === "string" ? target[name] : undefined;
        if (isBuilding && typeof name === "string") values.set(name, value);
        return value;
      },
    });
    filesByEnvironment.set(trackedEnv, files);
    const credential = createCredential(trackedEnv);
    isBuilding = false;
    return { credential, stamps: readStamps(), values };
  }

  function readStamps(): string {
    const stamps = pathVariables.map((variable) =>
      files.stampOf(readVariable(variable, files.live)),
    );
    return stamps.join("\n");
  }

  function selectCredential(): Credential {
    const isCurrent =
      built.stamps === readStamps() &&
      [...built.values].every(([name, value]) => files.live[name] === value);
    if (isCurrent) return built.credential;
    try {
      const newBuilt = build();
      const replacedSecrets = [...built.credential.secrets, ...retiredSecrets];
      retiredSecrets = [...new Set(replacedSecrets)].slice(0, MAX_RETIRED);
      built = newBuilt;
    } catch (error) {
      files.refuse(error);
      const names = [...built.values.keys()];
      const values = new Map(names.map((name) => [name, files.live[name]]));
      built = { ...built, stamps: readStamps(), values }; // until one of them changes
    }
    return built.credential;
  }

  return follow(selectCredential, () => retiredSecrets, files);
}

/** Creates a credential that selects the current one at each use. */
function follow(
  select: () => Credential,
  retired: () => readonly string[],
  files: SecretFiles,
): Credential {
  const usedCredentials = new WeakMap<HttpRequest, Credential>();
  const first = select();
  const { header } = first;
  return {
    get missing() {
      return select().missing;
    },
    get notice() {
      return select().notice;
    },
    get secrets() {
      return [...select().secrets, ...retired(), ...files.retired()];
    },
    ...(header !== undefined && { header }),
    async apply(request, context) {
      const credential = select();
      usedCredentials.set(request, credential);
      await credential.apply(request, context);
    },
    renew(rejected) {
      files.look();
      const credential = select();
      const isReplaced = credential !== usedCredentials.get(rejected);
      return isReplaced || credential.renew?.(rejected) === true;
    },
    ...(first.forCaller && {
      forCaller: (headers: Headers, principal?: Principal) =>
        follow(selectForCaller(select, headers, principal), retired, files),
    }),
  };
}

/** Returns a function that selects the credential of one caller, the same one until the server's own is replaced. */
function selectForCaller(
  select: () => Credential,
  headers: Headers,
  principal: Principal | undefined,
): () => Credential {
  let base: Credential | undefined;
  let callerCredential: Credential | undefined;
  return () => {
    const credential = select();
    if (base !== credential || !callerCredential)
      callerCredential = credential.forCaller?.(headers, principal);
    base = credential;
    return callerCredential ?? credential;
  };
}

/**
 * Authenticates callers by the tokens in the file that `MCP_TOKENS_FILE` names, if it is set. Tokens that can't be used
 * change nothing; the log says why.
 */
export function withTokensFile(
  options: HttpOptions,
  env: NodeJS.ProcessEnv,
): HttpOptions {
  if (!env["MCP_TOKENS_FILE"]) return options;
  const { live } = filesOf(env);
  let text = live["MCP_TOKENS"] ?? "";
  let authenticator = staticTokens(splitList(text))();
  return {
    ...options,
    auth(service, log) {
      authenticator = staticTokens(splitList(text))(service, log);
      return {
        authenticate(request) {
          const newText = live["MCP_TOKENS"] ?? "";
          if (newText !== text)
            try {
              const newTokens = staticTokens(splitList(newText));
              authenticator = newTokens(service, log);
            } catch (error) {
              log.error("secret-file", {
                variable: "MCP_TOKENS_FILE",
                message: `${error instanceof Error ? error.message : ""} The tokens from before stay.`,
              });
            }
          text = newText;
          return authenticator.authenticate(request);
        },
      };
    },
  };
}

/** Secrets of one environment. */
type SecretFiles = ReturnType<typeof createFiles>;

/** Files by environment, so that all readers of one environment get the same values. */
const filesByEnvironment = new WeakMap<NodeJS.ProcessEnv, SecretFiles>();

function filesOf(env: NodeJS.ProcessEnv): SecretFiles {
  const files = filesByEnvironment.get(env) ?? createFiles(env);
  filesByEnvironment.set(env, files);
  filesByEnvironment.set(files.live, files);
  return files;
}

function createFiles(env: NodeJS.ProcessEnv) {
  const files = new Map<string, SecretFile>();
  /** Stamps of files that credentials read themselves, by path. */
  const stamps = new Map<string, string>();
  /** Reasons that were logged already, by variable. */
  const problems = new Map<string, string>();
  let retiredTexts: readonly string[] = [];
  let log: Log = createLog();

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
    setLog: (newLog: Log) => void (log = newLog),
    /** Checks each file; once more after a change, since files that belong together may change between two readings. */
    look(): void {
      for (let round = 0; round < 3 && readChanged(); round += 1);
      for (const path of stamps.keys()) stamps.set(path, readStamp(path));
    },
    /** Reports new values of which no credential can be created. */
    refuse(error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `${reason} The value from before stays.`;
      log.error("secret-file", { message });
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
