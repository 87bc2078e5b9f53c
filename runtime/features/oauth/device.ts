import { setTimeout as sleep } from "node:timers/promises";
import { CallError } from "../../index.js";
import type { Transport } from "../../index.js";
import { requestToken, getJson, parseSeconds } from "./tokens.js";

/** Seconds between two questions where nothing is said, at least, that are added when it was too soon, and that a person has at most. */
const EVERY = 5;
const LEAST = 1;
const MORE = 5;
const PATIENCE = 900;

/** A client that a person is asked to let in. */
export interface DeviceOptions {
  readonly deviceAuthorizationUrl: string;
  readonly tokenUrl: string;
  readonly scope: string;
  readonly id: string;
  readonly secret: string;
  readonly transport: Transport;
  readonly tell: (text: string) => void;
}

/** Shows a person a code to type in on any page, and asks for the token until they have. https://www.rfc-editor.org/rfc/rfc8628 */
export async function authorizeByDevice(device: DeviceOptions) {
  const { id, scope, secret, tell, transport } = device;
  const form = new URLSearchParams({
    client_id: id,
    ...(secret && { client_secret: secret }),
    ...(scope && { scope }),
  });
  const said = await getJson(device.deviceAuthorizationUrl, transport, {
    body: Buffer.from(form.toString()),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const { device_code, user_code, verification_uri: page } = said;
  const shown = typeof page === "string" ? pageOf(page) : undefined;
  if (
    typeof device_code !== "string" ||
    typeof user_code !== "string" ||
    !/^[\x21-\x7e]{1,64}$/.test(user_code) ||
    shown === undefined
  )
    throw new CallError("The authorization server gave no code.");
  tell(`Open ${shown}, and enter ${user_code}\n`);
  const grant = {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code,
  };
  const seconds = Math.min(
    parseSeconds(said["expires_in"]) || PATIENCE,
    PATIENCE,
  );
  const end = Date.now() + seconds * 1000;
  let every = Math.max(parseSeconds(said["interval"]) || EVERY, LEAST);
  while (Date.now() < end) {
    await sleep(Math.min(every, 60) * 1000);
    try {
      return await requestToken(device, grant, transport);
    } catch (error) {
      const [, reason] = /\((\w+)\)/.exec(String(error)) ?? []; // as `getJson` tells it
      if (reason === "slow_down") every += MORE;
      else if (reason !== "authorization_pending") throw error;
    }
  }
  throw new CallError("Nobody logged in in time.");
}

/** An address that a browser opens, and that runs nothing: of http or https. */
function pageOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
