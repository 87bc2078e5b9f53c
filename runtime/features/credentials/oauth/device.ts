import { setTimeout as sleep } from "node:timers/promises";
import { CallError } from "../../../index.js";
import type { Transport } from "../../../index.js";
import { requestToken, getJson, parseSeconds } from "./tokens.js";

/**
 * Seconds: between two requests by default, between two requests at least, added after a request that came too soon,
 * and for the login at most.
 */
const DEFAULT_INTERVAL_SECONDS = 5;
const MIN_INTERVAL_SECONDS = 1;
const SLOW_DOWN_SECONDS = 5;
const MAX_LOGIN_SECONDS = 900;

/** A client that a user authorizes with a code. */
export interface DeviceOptions {
  readonly deviceAuthorizationUrl: string;
  readonly tokenUrl: string;
  readonly scope: string;
  readonly id: string;
  readonly secret: string;
  readonly transport: Transport;
  readonly tell: (text: string) => void;
}

/**
 * Shows a user a code to enter in a browser, and requests the token until the user has done so.
 * https://www.rfc-editor.org/rfc/rfc8628
 */
export async function authorizeByDevice(device: DeviceOptions) {
  const { id, scope, secret, tell, transport } = device;
  const form = new URLSearchParams({
    client_id: id,
    ...(secret && { client_secret: secret }),
    ...(scope && { scope }),
  });
  const authorization = await getJson(
    device.deviceAuthorizationUrl,
    transport,
    {
      body: Buffer.from(form.toString()),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  );
  const { device_code, user_code, verification_uri: page } = authorization;
  const shownPage = typeof page === "string" ? toPageUrl(page) : undefined;
  if (
    typeof device_code !== "string" ||
    typeof user_code !== "string" ||
    !/^[\x21-\x7e]{1,64}$/.test(user_code) ||
    shownPage === undefined
  )
    throw new CallError("The authorization server did not return a code.");
  tell(`Open ${shownPage} and enter ${user_code}\n`);
  const grant = {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code,
  };
  const seconds = Math.min(
    parseSeconds(authorization["expires_in"]) || MAX_LOGIN_SECONDS,
    MAX_LOGIN_SECONDS,
  );
  const end = Date.now() + seconds * 1000;
  let interval = Math.max(
    parseSeconds(authorization["interval"]) || DEFAULT_INTERVAL_SECONDS,
    MIN_INTERVAL_SECONDS,
  );
  while (Date.now() < end) {
    await sleep(Math.min(interval, 60) * 1000);
    try {
      return await requestToken(device, grant, transport);
    } catch (error) {
      const [, reason] = /\((\w+)\)/.exec(String(error)) ?? []; // format of `getJson`'s message
      if (reason === "slow_down") interval += SLOW_DOWN_SECONDS;
      else if (reason !== "authorization_pending") throw error;
    }
  }
  throw new CallError("The login timed out.");
}

/** Returns a URL that a browser opens without running anything: http or https; undefined for any other. */
function toPageUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
