import { CallError, NoAnswer } from "../index.js";
import type { Transport } from "../index.js";

/** A transport that says what kept an answer from arriving, or from being complete, and what to do. */
export function explained(send: Transport): Transport {
  return Object.assign(send, { explain });
}

/** By the code of the system's error; one without comes from elsewhere. Its own text may hold anything and is left out. */
function explain(error: unknown): unknown {
  const { code } = Object(error) as { code?: unknown };
  if (error instanceof CallError || typeof code !== "string" || code === "")
    return error;
  const [, message] = MESSAGES.find(([pattern]) => pattern.test(code)) ?? [];
  return new NoAnswer(
    message ??
      `the request failed (${code}). Try again; if it stays so, tell the owner of this server.`,
    code,
  );
}

const MESSAGES: readonly (readonly [RegExp, string])[] = Object.entries({
  "^ECONNREFUSED$":
    "the connection was refused. Check that the API is running and that this server's base URL names its host and port.",
  "^(ENOTFOUND|EAI_)":
    "the API's host name was not found. Check this server's base URL and its network (DNS).",
  "^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$":
    "the API's host can't be reached. Check this server's network, proxy and base URL.",
  "CERT|SELF_SIGNED|UNABLE_TO_|^CRL_|^HOSTNAME_MISMATCH$":
    "the API's TLS certificate is not trusted. Check the base URL's host, or give this server the certificate of the authority (NODE_EXTRA_CA_CERTS).",
  "^(EPROTO|ERR_SSL_|ERR_TLS_)":
    "no TLS connection could be made. Check whether the base URL should begin with http: or https:.",
  "^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$":
    "the API closed the connection before its answer was complete. Try again; what a changing request did is unknown.",
  "^HPE_HEADER_OVERFLOW$":
    "the headers of the API's answer are too large (over 16 KB).",
  "^HPE_": "the API's answer is no valid HTTP. Check this server's base URL.",
  "^(Z_|ERR_?_?ERROR_FORMAT|ERR_BROTLI|ERR__ERROR|ZSTD_)":
    "the API's answer is compressed and broken.",
}).map(([pattern, message]) => [new RegExp(pattern), message]);
