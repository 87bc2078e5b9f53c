import { NoAnswer } from "./errors.js";

/**
 * Says what kept an answer from arriving and what to do, by the code of the system's error; undefined where it has
 * none and so comes from elsewhere. Its own text may hold anything and is left out.
 */
export function explainFailure(error: unknown): NoAnswer | undefined {
  const code = codeOf(error);
  if (code === "") return undefined;
  for (const [pattern, message] of messages) {
    if (pattern.test(code)) return new NoAnswer(message, code);
  }
  return new NoAnswer(
    `the request failed (${code}). Try again; if it stays so, tell the owner of this server.`,
    code,
  );
}

const messages: readonly (readonly [RegExp, string])[] = [
  [
    /^ECONNREFUSED$/,
    "the connection was refused. Check that the API is running and that this server's base URL names its host and port.",
  ],
  [
    /^(ENOTFOUND|EAI_)/,
    "the API's host name was not found. Check this server's base URL and its network (DNS).",
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/,
    "the API's host can't be reached. Check this server's network, proxy and base URL.",
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|^CRL_|^HOSTNAME_MISMATCH$/,
    "the API's TLS certificate is not trusted. Check the base URL's host, or give this server the certificate of the authority (NODE_EXTRA_CA_CERTS).",
  ],
  [
    /^(EPROTO|ERR_SSL_|ERR_TLS_)/,
    "no TLS connection could be made. Check whether the base URL should begin with http: or https:.",
  ],
  [
    /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    "the API closed the connection before its answer was complete. Try again; what a changing request did is unknown.",
  ],
  [
    /^HPE_HEADER_OVERFLOW$/,
    "the headers of the API's answer are too large (over 16 KB).",
  ],
  [/^HPE_/, "the API's answer is no valid HTTP. Check this server's base URL."],
  [
    /^(Z_|ERR_?_?ERROR_FORMAT|ERR_BROTLI|ERR__ERROR|ZSTD_)/,
    "the API's answer is compressed and broken.",
  ],
];

function codeOf(error: unknown): string {
  return typeof error === "object" &&
    error !== null &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : "";
}
