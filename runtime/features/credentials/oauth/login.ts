import { randomUUID } from "node:crypto";
import {
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { getOwn } from "../../../index.js";
import type { Environment, Server, Transport } from "../../../index.js";
import { readVariable } from "../credentials.js";
import { isLoopback } from "../../http/http.js";
import { createContext } from "../../start/open.js";
import { authorizeByBrowser } from "./browser.js";
import { authorizeByDevice } from "./device.js";
import { requestToken, getJson } from "./tokens.js";

/** Endpoints at which a user authorizes this server, and the variables of one scheme in `client.ts`. */
export interface LoginOptions {
  /** URL of OpenID Connect's discovery document, instead of the next three. */
  readonly url?: string;
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly scopes: readonly string[];
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/**
 * Lets a user log in on this machine: in a browser, or with a code if the API offers nothing else. Writes the refresh
 * token as a line of `file`, which only its owner can read, or prints it. Rejects with the reason.
 */
export async function login(
  server: Server,
  logins: Readonly<Record<string, LoginOptions>>,
  options: {
    /** Name in `logins`. Default: the only one. */
    readonly scheme?: string | undefined;
    readonly file?: string | undefined;
    /** Port of the address to which the browser returns. Default: any free one. */
    readonly port?: number;
    readonly env: Environment;
    readonly tell?: (text: string) => void;
    readonly print?: (text: string) => void;
  },
): Promise<void> {
  const { env, file, port = 0 } = options;
  const tell = options.tell ?? ((text) => process.stderr.write(text));
  const print = options.print ?? ((text) => process.stdout.write(text));
  const names = Object.keys(logins);
  const { scheme = names.length === 1 ? (names[0] ?? "") : "" } = options;
  const chosenLogin = getOwn(logins, scheme);
  const [source] = server.sources;
  if (!chosenLogin || !source)
    throw new Error(`Choose a security scheme: login ${names.join(" | ")}`);
  const context = createContext(server.features ?? [], new Map(), { env });
  const id = readVariable(chosenLogin.clientId, context);
  if (id === "") throw new Error(`Set ${chosenLogin.clientId} first.`);
  const secret = readVariable(chosenLogin.clientSecret, context);
  const { transport } = source.client(context);
  const scope = chosenLogin.scopes.join(" ");
  const clientOptions = { scope, id, secret, transport, tell };
  const loginRequest = {
    ...clientOptions,
    ...(await locateEndpoints(chosenLogin, transport)),
  };
  const { newRefreshToken } = loginRequest.authorizationUrl
    ? await requestToken(
        loginRequest,
        await authorizeByBrowser(loginRequest, port),
        transport,
      )
    : await authorizeByDevice(loginRequest);
  if (newRefreshToken === undefined)
    throw new Error(
      "The authorization server did not return a refresh token. In main.ts, add a scope such as offline_access. If that is not enough, set authorizationUrl and tokenUrl instead of url, and append ?prompt=consent or ?access_type=offline to authorizationUrl.",
    );
  const line = `${chosenLogin.refreshToken}=${quoteValue(newRefreshToken)}`;
  if (file === undefined) return print(`${line}\n`);
  writeVariable(file, chosenLogin.refreshToken, line);
  tell(`${chosenLogin.refreshToken} stands in ${file}.\n`);
}

/** Finds the pages for the user, and the token endpoint. */
async function locateEndpoints(login: LoginOptions, transport: Transport) {
  const { url } = login;
  const endpoints: Readonly<Record<string, unknown>> =
    url === undefined
      ? {
          authorization_endpoint: login.authorizationUrl,
          device_authorization_endpoint: login.deviceAuthorizationUrl,
          token_endpoint: login.tokenUrl,
        }
      : await getJson(assertSecureUrl(url), transport);
  const readText = (name: string) => {
    const text = endpoints[name];
    return typeof text === "string" ? text : "";
  };
  const issuer = readText("issuer");
  // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  if (url !== undefined && url !== discoveryUrl)
    throw new Error("The discovery document belongs to another issuer.");
  const authorizationUrl = readText("authorization_endpoint");
  const device = readText("device_authorization_endpoint");
  return {
    authorizationUrl: authorizationUrl && assertSecureUrl(authorizationUrl),
    deviceAuthorizationUrl: authorizationUrl ? "" : assertSecureUrl(device),
    tokenUrl: assertSecureUrl(readText("token_endpoint")),
    issuer,
    // https://www.rfc-editor.org/rfc/rfc9207#section-3
    isIssuerPromised:
      endpoints["authorization_response_iss_parameter_supported"] === true,
  };
}

/** Throws if others on the network could read requests to the URL. */
function assertSecureUrl(url: string): string {
  const { hostname = "", protocol = "" } = URL.canParse(url)
    ? new URL(url)
    : {};
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname)))
    return url;
  throw new Error(
    `${url || "A URL"} must begin with https:. Set it in main.ts.`,
  );
}

/** Quotes a value for a file of variables, so that it can't become a second line. */
function quoteValue(value: string): string {
  if (/^[\w.~+/=-]+$/.test(value)) return value;
  if (/^[\x21-\x26\x28-\x7e]+$/.test(value)) return `'${value}'`;
  throw new Error(
    "The refresh token has characters that an .env file can't hold.",
  );
}

/**
 * Sets a line of a file of variables, readable only for its owner. Writes a temporary file and renames it, so that the
 * file is always complete. Throws if the path is not a regular file: a link may lead to a file that others read.
 */
function writeVariable(file: string, variable: string, line: string): void {
  const fileStats = lstatSync(file, { throwIfNoEntry: false });
  if (fileStats && !fileStats.isFile())
    throw new Error(
      `${file} is a link or not a file. Pass a regular file for the refresh token.`,
    );
  const text = fileStats ? readFileSync(file, "utf8") : "";
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const otherLines = lines.filter((text) => !text.startsWith(`${variable}=`));
  const temporaryFile = `${file}.${randomUUID()}.tmp`;
  try {
    const content = `${[...otherLines, line].join("\n")}\n`;
    writeFileSync(temporaryFile, content, {
      flag: "wx",
      flush: true,
      mode: 0o600,
    });
    renameSync(temporaryFile, file);
  } catch (error) {
    rmSync(temporaryFile, { force: true });
    throw error;
  }
}
