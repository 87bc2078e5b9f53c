import { randomUUID } from "node:crypto";
import {
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { getOwn } from "../../index.js";
import type { McpService, Transport } from "../../index.js";
import { readVariable } from "../credentials.js";
import { isLoopback } from "../http.js";
import { authorizeByBrowser } from "./browser.js";
import { authorizeByDevice } from "./device.js";
import { requestToken, getJson } from "./tokens.js";

/** How a person gives this server the right to act as they, and the variables of one scheme of `client.ts`. */
export interface LoginOptions {
  /** The discovery document of OpenID Connect, in place of the next three. */
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
 * Lets a person log in on this machine: by a browser, or by a code where that is all the API offers. What comes of it
 * is a refresh token, as a line of `file`, which nobody else can read, or printed. Rejects with what is wrong.
 */
export async function login(
  { definition }: Pick<McpService, "definition">,
  logins: Readonly<Record<string, LoginOptions>>,
  options: {
    /** Name in `logins`. Default: the only one. */
    readonly scheme?: string | undefined;
    readonly file?: string | undefined;
    /** Of the address that the browser comes back to. Default: any free one. */
    readonly port?: number;
    readonly env?: NodeJS.ProcessEnv;
    readonly tell?: (text: string) => void;
    readonly print?: (text: string) => void;
  } = {},
): Promise<void> {
  const { env = process.env, file, port = 0 } = options;
  const tell = options.tell ?? ((text) => process.stderr.write(text));
  const print = options.print ?? ((text) => process.stdout.write(text));
  const names = Object.keys(logins);
  const { scheme = names.length === 1 ? (names[0] ?? "") : "" } = options;
  const chosen = getOwn(logins, scheme);
  const [source] = definition.sources;
  if (!chosen || !source)
    throw new Error(`Name what to log in to: login ${names.join(" | ")}`);
  const id = readVariable(chosen.clientId, env);
  if (id === "") throw new Error(`Set ${chosen.clientId} first.`);
  const secret = readVariable(chosen.clientSecret, env);
  const { transport } = source.client();
  const scope = chosen.scopes.join(" ");
  const common = { scope, id, secret, transport, tell };
  const known = { ...common, ...(await placesOf(chosen, transport)) };
  const { rotated } = known.authorizationUrl
    ? await requestToken(
        known,
        await authorizeByBrowser(known, port),
        transport,
      )
    : await authorizeByDevice(known);
  if (rotated === undefined)
    throw new Error(
      "There is no refresh token: the authorization server gave access for once alone. In main.ts, ask for a scope such as offline_access; where that is not enough, put ?prompt=consent or ?access_type=offline behind authorizationUrl, which stands with tokenUrl in place of a url.",
    );
  const line = `${chosen.refreshToken}=${spelt(rotated)}`;
  if (file === undefined) return print(`${line}\n`);
  keep(file, chosen.refreshToken, line);
  tell(`${chosen.refreshToken} stands in ${file}.\n`);
}

/** Where a person is sent, and where tokens are asked for. */
async function placesOf(login: LoginOptions, transport: Transport) {
  const { url } = login;
  const found: Readonly<Record<string, unknown>> =
    url === undefined
      ? {
          authorization_endpoint: login.authorizationUrl,
          device_authorization_endpoint: login.deviceAuthorizationUrl,
          token_endpoint: login.tokenUrl,
        }
      : await getJson(safe(url), transport);
  const textOf = (name: string) => {
    const text = found[name];
    return typeof text === "string" ? text : "";
  };
  const issuer = textOf("issuer");
  // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
  const home = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  if (url !== undefined && url !== home)
    throw new Error("The discovery document is that of another issuer.");
  const authorizationUrl = textOf("authorization_endpoint");
  const device = textOf("device_authorization_endpoint");
  return {
    authorizationUrl: authorizationUrl && safe(authorizationUrl),
    deviceAuthorizationUrl: authorizationUrl ? "" : safe(device),
    tokenUrl: safe(textOf("token_endpoint")),
    issuer,
    // https://www.rfc-editor.org/rfc/rfc9207#section-3
    isIssuerPromised:
      found["authorization_response_iss_parameter_supported"] === true,
  };
}

/** An address that nobody on the way can read. */
function safe(url: string): string {
  const { hostname = "", protocol = "" } = URL.canParse(url)
    ? new URL(url)
    : {};
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname)))
    return url;
  throw new Error(
    `${url || "An address"} is no https: address. Give it in main.ts.`,
  );
}

/** A value in a file of variables, where it can be no other line. */
function spelt(value: string): string {
  if (/^[\w.~+/=-]+$/.test(value)) return value;
  if (/^[\x21-\x26\x28-\x7e]+$/.test(value)) return `'${value}'`;
  throw new Error(
    "The refresh token has signs that no file of variables can hold.",
  );
}

/**
 * Sets a line of a file of variables, for its owner alone. It is written beside the file and takes its place, so that
 * the file is the old one or the new one. Throws where the file is none, such as a link: it may lead to what others read.
 */
function keep(file: string, variable: string, line: string): void {
  const known = lstatSync(file, { throwIfNoEntry: false });
  if (known && !known.isFile())
    throw new Error(
      `${file} is a link or no file, and the refresh token is written to files alone. Name the file itself.`,
    );
  const text = known ? readFileSync(file, "utf8") : "";
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const others = lines.filter((one) => !one.startsWith(`${variable}=`));
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    const all = `${[...others, line].join("\n")}\n`;
    writeFileSync(beside, all, { flag: "wx", mode: 0o600 });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
