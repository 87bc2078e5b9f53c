import { readFile, stat } from "node:fs/promises";
import {
  assertReadable,
  refusal,
  TRUSTED_CHECKOUT,
  type Checkout,
} from "../checkout/checkout.js";
import type { FileSource } from "../checkout/files-at-ref.js";
import { wrapError, ToolwrightError } from "../errors.js";
import { errorCode } from "../shared/error-code.js";
import { decodePercent } from "../shared/json-pointer.js";
import { type DocumentLocation, stripCredentials } from "./location.js";

/** Size of a document at most; the largest public ones have about 20 MB. */
const MAX_MEGABYTES = 256;
/** Milliseconds within which a server must send the whole document. */
const FETCH_TIMEOUT = 60_000;

/** Location that can be read. */
export type ReadableLocation = DocumentLocation & { kind: "file" | "url" };

/** Problem of a failed read, without its file. */
interface ReadFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Source of documents, and what may be read of it. */
export interface ReadAccess {
  readonly checkout?: Checkout | undefined;
  /** Files in place of those on the disk. */
  readonly files?: FileSource | undefined;
}

/**
 * Bytes of a file or URL, and its location after redirects. Throws `ToolwrightError` with `name`, by
 * which the reader knows the file.
 */
export async function readLocation(
  location: ReadableLocation,
  name: string,
  { checkout = TRUSTED_CHECKOUT, files }: ReadAccess = {},
): Promise<{ bytes: Buffer; location: DocumentLocation }> {
  const fail = ({ hint, ...reason }: ReadFailure, cause?: unknown): never => {
    throw wrapError(cause, { ...reason, file: name, hint });
  };
  try {
    if (location.kind === "url") {
      if (checkout.isSafe) throw connectionRefusal(location.url);
      return await fetchBytes(location.url, fail);
    }
    const { path } = location;
    if (files !== undefined)
      return { bytes: await files.readBytes(path), location };
    assertReadable(checkout, "file", path);
    return { bytes: await readBytes(path, fail), location };
  } catch (cause) {
    if (cause instanceof ToolwrightError) throw cause;
    return fail(
      location.kind === "file"
        ? explainFileError(cause)
        : explainFetchError(cause),
      cause,
    );
  }
}

function connectionRefusal(url: URL): ToolwrightError {
  return refusal([
    {
      option: "address",
      value: stripCredentials(url).origin,
      reason: "is an address, and nothing connects",
      hint: "Save its content to a file and name that file.",
    },
  ]);
}

/** Text of a document's bytes, without a byte order mark: UTF-16 if the mark says so, otherwise UTF-8. */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff)
    return new TextDecoder("utf-16be").decode(bytes);
  const isUtf16 = first === 0xff && second === 0xfe;
  // Four times as fast as a TextDecoder.
  return bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}

type FailRead = (reason: ReadFailure) => never;

const isTooLarge = (bytes: number) => bytes > MAX_MEGABYTES * 1024 * 1024;
const TOO_LARGE = {
  code: "too-large",
  message: `The document is larger than ${MAX_MEGABYTES} MB.`,
  hint: "Split it, or remove unused parts.",
};

async function readBytes(path: string, fail: FailRead): Promise<Buffer> {
  const { size } = await stat(path);
  return isTooLarge(size) ? fail(TOO_LARGE) : readFile(path);
}

function explainFileError(cause: unknown): ReadFailure {
  const code = errorCode(cause);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return {
        code: "no-such-file",
        message: "File not found.",
        hint: "Check the path. Paths in flags are relative to the current directory; paths in a config are relative to that file. A URL begins with http:// or https://.",
      };
    case "EISDIR":
      return {
        code: "is-a-folder",
        message: "This is a folder, not a file.",
        hint: "Pass the document itself, for example openapi.yaml in that folder.",
      };
    default:
      return {
        code: "unreadable",
        message: `The file could not be read${code === "" ? "" : ` (${code})`}.`,
        hint: "Check its permissions.",
      };
  }
}

async function fetchBytes(url: URL, fail: FailRead) {
  const response = await fetch(stripCredentials(url), {
    signal: AbortSignal.timeout(FETCH_TIMEOUT),
    headers: {
      accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
      ...createAuthHeaders(url),
    },
  });
  if (!response.ok) fail(explainStatus(response.status));
  const finalUrl = new URL(response.url);
  const { origin, password, username } = url;
  // Relative URLs start there: https://www.rfc-editor.org/rfc/rfc3986#section-5.1.3
  const credentials = finalUrl.origin === origin ? { username, password } : {};
  const location: DocumentLocation = {
    kind: "url",
    url: Object.assign(finalUrl, credentials),
  };
  const chunks: Uint8Array[] = [];
  let size = 0;
  // fetch's body yields Uint8Array, but its type is `any`.
  const body = (response.body ?? []) as AsyncIterable<Uint8Array>;
  for await (const chunk of body) {
    size += chunk.length;
    if (isTooLarge(size)) fail(TOO_LARGE);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), location };
}

/** Authorization header of a URL's login. `fetch` drops it on redirects to another host. https://www.rfc-editor.org/rfc/rfc7617 */
function createAuthHeaders({
  username,
  password,
}: URL): Record<string, string> {
  if (username + password === "") return {};
  const credentials = decodePercent(`${username}:${password}`);
  const basic = Buffer.from(credentials).toString("base64");
  return { authorization: `Basic ${basic}` };
}

function explainStatus(status: number): ReadFailure {
  const isLogin = status === 401 || status === 403;
  return {
    code: "fetch-failed",
    message: `The server responded with ${status}.`,
    hint: isLogin
      ? "If the document needs a login, save it to a file first."
      : "Open the URL in a browser to check it.",
  };
}

function explainFetchError(cause: unknown): ReadFailure {
  const timedOut = cause instanceof Error && cause.name === "TimeoutError";
  const reason =
    cause instanceof Error && cause.cause instanceof Error
      ? ` (${cause.cause.message})`
      : "";
  return {
    code: timedOut ? "fetch-timeout" : "fetch-failed",
    message: timedOut
      ? `The server did not send the document within ${FETCH_TIMEOUT / 1000} seconds.`
      : `Could not connect to the server${reason}.`,
    hint: "Check the URL and your connection, or save the document to a file.",
  };
}
