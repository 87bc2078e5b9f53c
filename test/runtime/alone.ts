import { apiKey as realApiKey } from "../../runtime/features/credentials/api-key.js";
import { audit as realAudit } from "../../runtime/features/observe/audit/audit.js";
import { jwt } from "../../runtime/features/http/auth/jwt.js";
import { basic as realBasic } from "../../runtime/features/credentials/basic.js";
import { bearer as realBearer } from "../../runtime/features/credentials/bearer.js";
import { inputRequired as realInputRequired } from "../../runtime/features/consent/input-required.js";
import type {
  Credential,
  CredentialFactory,
} from "../../runtime/features/credentials/credentials.js";
import {
  createHttpHandler as realCreateHttpHandler,
  readAllowedNames,
  splitList,
  staticTokens,
} from "../../runtime/features/http/http.js";
import type { HttpOptions } from "../../runtime/features/http/http.js";
import { mutualTls as realMutualTls } from "../../runtime/features/credentials/mutual-tls.js";
import { oauth2 as realOauth2 } from "../../runtime/features/credentials/oauth/oauth2.js";
import { openIdConnect as realOpenIdConnect } from "../../runtime/features/credentials/oauth/openid.js";
import { onBehalfOf as realOnBehalfOf } from "../../runtime/features/credentials/oauth/on-behalf-of.js";
import { createTokenKeeper } from "../../runtime/features/credentials/oauth/shared-tokens.js";
import type {
  TokenKeeper,
  TokenKeeperOptions,
} from "../../runtime/features/credentials/oauth/tokens.js";
import { secretFiles as realSecretFiles } from "../../runtime/features/credentials/secret-files.js";
import { listen as realListen } from "../../runtime/features/http/listen.js";
import type { RunOptions } from "../../runtime/features/http/listen.js";
import { login as realLogin } from "../../runtime/features/credentials/oauth/login.js";
import { createContext } from "../../runtime/features/start/open.js";
import type { StartOptions } from "../../runtime/features/start/open.js";
import { fetchHandler as realFetchHandler } from "../../runtime/features/http/worker.js";
import { defineServer } from "../../runtime/index.js";
import { stateKeysOf } from "../../runtime/features/state/state-key.js";
import type { Store } from "../../runtime/features/state/store.js";
import { createStates as realCreateStates } from "../../runtime/features/consent/signed-state.js";
import type { StateOptions } from "../../runtime/features/consent/signed-state.js";
import { filterTools as realFilterTools } from "../../runtime/features/listing/tool-filter.js";
import type { ToolFilter } from "../../runtime/features/listing/tool-filter.js";
import type {
  Environment,
  Feature,
  Log,
  McpService,
  ServerContext,
  ServerDefinition,
} from "../../runtime/index.js";
import { createForwardingLog, openService } from "./serving.js";
import { contextOf } from "./upstream.js";

/*
 * Parts of a server on their own, each with variables of its own, so that several replicas fit into one process.
 */

/** Variables that servers took out of an environment: replicas of a test share both. */
const takenByEnvironment = new WeakMap<
  Environment,
  ServerContext["removedVariables"]
>();

function takenOf(env: Environment): ServerContext["removedVariables"] {
  const removedVariables =
    takenByEnvironment.get(env) ?? new Map<string, string>();
  takenByEnvironment.set(env, removedVariables);
  return removedVariables;
}

const withEnv = (context: ServerContext, env: Environment): ServerContext => ({
  ...context,
  env,
  removedVariables: takenOf(env),
});

/** A context with these variables, and what was taken out of them. */
export const contextWith = (env: Environment): ServerContext =>
  withEnv(contextOf(), env);

/** A feature that reads these variables instead of its server's. */
export function withVariables(env: Environment, feature: Feature): Feature {
  const { hooks, methods } = feature;
  const replaceEnv = (service: McpService) => ({
    ...service,
    context: withEnv(service.context, env),
  });
  return {
    ...feature,
    ...(hooks && { hooks: (service) => hooks(replaceEnv(service)) }),
    ...(methods && { methods: (service) => methods(replaceEnv(service)) }),
  };
}

type WithEnv<Options> = Options & { readonly env?: Environment | undefined };

/** Makes a credential that takes its variables with its options. */
const withOwnEnv =
  <Options extends object>(create: (options: Options) => CredentialFactory) =>
  ({ env, ...options }: WithEnv<Options>): CredentialFactory =>
  (context) =>
    create(options as unknown as Options)(
      env ? withEnv(context, env) : context,
    ); // without `env`, it is the options of the credential

type Tokens = {
  readonly tokens?: (options: TokenKeeperOptions) => TokenKeeper;
};

/** Makes a credential whose tokens may be shared. */
const withTokens =
  <Options extends object>(create: (options: Options) => CredentialFactory) =>
  ({ tokens, ...options }: WithEnv<Options & Tokens>): CredentialFactory =>
  (context) =>
    withOwnEnv(create)(options as unknown as WithEnv<Options>)({
      ...context,
      ...(tokens && { createTokenKeeper: tokens }),
    }); // without `tokens`, it is the options of the credential

export const apiKey = withOwnEnv(realApiKey);
export const basic = withOwnEnv(realBasic);
export const bearer = withOwnEnv(realBearer);
export const mutualTls = withOwnEnv(realMutualTls);
export const oauth2 = withTokens(realOauth2);
export const openIdConnect = withTokens(realOpenIdConnect);
export const onBehalfOf = withTokens(realOnBehalfOf);

export const audit = ({
  env = {},
  ...options
}: WithEnv<Parameters<typeof realAudit>[0] & object> = {}): Feature =>
  withVariables(env, realAudit(options));

export const inputRequired = ({
  env = {},
  store,
  ...options
}: WithEnv<Parameters<typeof realInputRequired>[0] & object> & {
  readonly store?: (env: Environment) => Store;
} = {}): Feature => {
  const feature = realInputRequired(options);
  const { methods } = feature;
  return withVariables(env, {
    ...feature,
    ...(methods && {
      methods: (service) =>
        methods({
          ...service,
          context: {
            ...service.context,
            ...(store && { store: store(env) }),
          },
        }),
    }),
  });
};

/** Keeps the tokens of replicas in a store. */
export const sharedTokens =
  (env: Environment, selectStore: (env: Environment) => Store) =>
  (options: TokenKeeperOptions): TokenKeeper =>
    createTokenKeeper(options, {
      keys: stateKeysOf(contextWith(env)),
      store: selectStore(env),
    });

export const jwtTokensFrom = (
  env: Environment,
): NonNullable<ServerDefinition["auth"]> => {
  const authenticate = (service: McpService, log: Log) =>
    jwt()({ ...service, context: withEnv(service.context, env) }, log);
  authenticate(
    openService({ name: "", version: "", sources: [] }),
    contextOf().log,
  ); // throws if a variable is missing
  return authenticate;
};

/** Options of a handler from variables. */
export function httpOptionsFrom(env: Environment): HandlerOptions {
  const tokens = env["MCP_TOKENS"];
  return {
    ...readAllowedNames(env),
    ...(tokens && { auth: staticTokens(splitList(tokens)) }),
  };
}

export type HandlerOptions = HttpOptions &
  Pick<ServerDefinition, "auth" | "http"> & {
    readonly endpoint?: ServerDefinition["sessions"];
  };

/** Creates the handler of a server that has these members, too. */
export const createHttpHandler = (
  service: McpService,
  log: Log,
  { auth, endpoint, http, ...options }: HandlerOptions = {},
) =>
  realCreateHttpHandler(
    {
      ...service,
      definition: {
        ...service.definition,
        ...(auth && { auth }),
        ...(http && { http }),
        ...(endpoint && { sessions: endpoint }),
      },
    },
    log,
    { sessions: endpoint !== undefined, ...options },
  );

export const filterTools = (service: McpService, filter: ToolFilter) =>
  openService(realFilterTools(service.definition, filter));

/** Files of secrets of one environment, which several parts of a test read. */
interface FileContext {
  readonly context: ServerContext;
  readonly target: { log: Log };
}
const fileContexts = new WeakMap<Environment, FileContext>();

function fileContextOf(env: Environment): FileContext {
  const stored = fileContexts.get(env);
  if (stored) return stored;
  const { log, target } = createForwardingLog();
  const context = createContext([realSecretFiles()], takenOf(env), {
    env,
    log,
  });
  const fileContext = { context, target };
  fileContexts.set(env, fileContext);
  fileContexts.set(context.env, fileContext);
  return fileContext;
}

/** Context whose variables may be in files. */
export const filesContextOf = (env: Environment): ServerContext =>
  fileContextOf(env).context;

/** Variables whose values may be in files. */
export const withSecretFiles = (env: Environment): Environment =>
  fileContextOf(env).context.env;

/** Checks the files of an environment as long as the server runs. */
export const secretFiles = (env: Environment): Feature => ({
  name: "secret-files",
  hooks(service) {
    const { context, target } = fileContextOf(env);
    target.log = service.context.log;
    for (const lifecycle of context.lifecycles)
      service.context.lifecycles.add(lifecycle);
    for (const secrets of context.secrets) service.context.secrets.add(secrets);
    return {
      ...realSecretFiles().hooks?.({ ...service, context }),
    };
  },
});

/** A credential whose variables may be in files. */
export function fromFiles(
  env: Environment,
  createFactory: (env: Environment) => CredentialFactory,
): Credential {
  const { secretFiles: files, env: live, log } = fileContextOf(env).context;
  const context = { ...contextOf(), log, ...(files && { secretFiles: files }) };
  return createFactory(live)(context);
}

/** Serves a service that a test made, with these members, too. */
export function listen(
  { definition }: McpService,
  {
    auth,
    endpoint,
    http,
    ...options
  }: HandlerOptions & Partial<RunOptions> = {},
) {
  const server = defineServer({
    ...definition,
    ...(auth && { auth }),
    ...(http && { http }),
    ...(endpoint && { sessions: endpoint }),
  });
  return realListen(server, {
    env: {},
    sessions: endpoint !== undefined,
    ...options,
  });
}

export const fetchHandler = (
  { definition }: McpService,
  {
    auth,
    endpoint,
    http,
    ...options
  }: HandlerOptions & Partial<StartOptions> = {},
) =>
  realFetchHandler(
    defineServer({
      ...definition,
      ...(auth && { auth }),
      ...(http && { http }),
      ...(endpoint && { sessions: endpoint }),
    }),
    { env: {}, sessions: endpoint !== undefined, ...options },
  );

export const login = (
  { definition }: Pick<McpService, "definition">,
  logins: Parameters<typeof realLogin>[1],
  options: Partial<Parameters<typeof realLogin>[2]> = {},
) =>
  realLogin(defineServer(definition), logins, { env: process.env, ...options });

export const stateKeysFrom = (env: Environment) =>
  stateKeysOf(contextWith(env));

export const createStates = ({
  env = {},
  store,
  ...options
}: WithEnv<StateOptions> & {
  readonly store?: (env: Environment) => Store;
}) => {
  const context = contextWith(env);
  return realCreateStates(
    // Tests replace their store while they run.
    store
      ? Object.defineProperty(context, "store", { get: () => store(env) })
      : context,
    options,
  );
};

/** A credential of a server with no other one. */
export const create = (credential: CredentialFactory) =>
  credential(contextOf());

export type ListenOptions = HandlerOptions & Partial<RunOptions>;
