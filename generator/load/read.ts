import { readFile, stat } from "node:fs/promises";
import { because, ToolwrightError } from "../errors.js";
import { codeOf } from "../shared/error-code.js";
import { percentDecoded } from "../shared/json-pointer.js";
import { type Place, withoutLogin } from "./location.js";

/** Larger documents are refused: the largest public ones have about 20 MB. */
const MAX_MEGABYTES = 256;
/** Milliseconds until a server must have sent the whole document. */
const FETCH_TIMEOUT = 60_000;

/** What can be read. */
export type Readable = Place & { kind: "file" | "url" };

/** What went wrong, in words, with a remedy. */
interface Reason {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/**
 * The bytes of a file or URL; its place is where redirects led. Throws `ToolwrightError`, with the
 * name that a reader knows it by.
 */
export async function readPlace(
  place: Readable,
  name: string,
): Promise<{ bytes: Buffer; place: Place }> {
  const fail = ({ hint, ...reason }: Reason, cause?: unknown): never => {
    throw because(cause, { ...reason, file: name, hint });
  };
  try {
    return place.kind === "file"
      ? { bytes: await readBytes(place.path, fail), place }
      : await fetchBytes(place.url, fail);
  } catch (cause) {
    if (cause instanceof ToolwrightError) throw cause;
    return fail(
      place.kind === "file" ? fileReason(cause) : fetchReason(cause),
      cause,
    );
  }
}

/** Text of a document's bytes, without a byte order mark: UTF-8, or UTF-16 where that says so. */
export function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff)
    return new TextDecoder("utf-16be").decode(bytes);
  const isUtf16 = first === 0xff && second === 0xfe;
  // Four times as fast as a TextDecoder.
  return bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}

type Fail = (reason: Reason) => never;

const isTooLarge = (bytes: number) => bytes > MAX_MEGABYTES * 1024 * 1024;
const TOO_LARGE = {
  code: "too-large",
  message: `The document is larger than ${MAX_MEGABYTES} MB.`,
  hint: "Split it, or remove what is not needed.",
};

async function readBytes(path: string, fail: Fail): Promise<Buffer> {
  const { size } = await stat(path);
  return isTooLarge(size) ? fail(TOO_LARGE) : readFile(path);
}

function fileReason(cause: unknown): Reason {
  const code = codeOf(cause);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return {
        code: "no-such-file",
        message: "There is no such file.",
        hint: "Check the path: of a flag, it is taken from the folder that the command runs in; of a config or toolwright.options.json, from there. A URL begins with http:// or https://.",
      };
    case "EISDIR":
      return {
        code: "is-a-folder",
        message: "This is a folder.",
        hint: "Name the document itself, for example openapi.yaml in it.",
      };
    default:
      return {
        code: "unreadable",
        message: `The file can't be read${code === "" ? "" : ` (${code})`}.`,
        hint: "Check that you may read it.",
      };
  }
}

async function fetchBytes(url: URL, fail: Fail) {
  const response = await fetch(withoutLogin(url), {
    signal: AbortSignal.timeout(FETCH_TIMEOUT),
    headers: {
      accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
      ...login(url),
    },
  });
  if (!response.ok) fail(statusReason(response.status));
  const last = new URL(response.url);
  const { origin, password, username } = url;
  // Relative addresses start there: https://www.rfc-editor.org/rfc/rfc3986#section-5.1.3
  const found = last.origin === origin ? { username, password } : {};
  const place: Place = { kind: "url", url: Object.assign(last, found) };
  const chunks: Uint8Array[] = [];
  let size = 0;
  // fetch's body yields Uint8Array; its type leaves that open.
  const body = (response.body ?? []) as AsyncIterable<Uint8Array>;
  for await (const chunk of body) {
    size += chunk.length;
    if (isTooLarge(size)) fail(TOO_LARGE);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), place };
}

/** Only for its own host: `fetch` sends it along no redirect that leaves it. https://www.rfc-editor.org/rfc/rfc7617 */
function login({ username, password }: URL): Record<string, string> {
  if (username + password === "") return {};
  const pair = percentDecoded(`${username}:${password}`);
  const basic = Buffer.from(pair).toString("base64");
  return { authorization: `Basic ${basic}` };
}

function statusReason(status: number): Reason {
  const isLogin = status === 401 || status === 403;
  return {
    code: "fetch-failed",
    message: `The server answered ${status}.`,
    hint: isLogin
      ? "Documents behind a login can be saved to a file first."
      : "Open the address in a browser to check it.",
  };
}

function fetchReason(cause: unknown): Reason {
  const timedOut = cause instanceof Error && cause.name === "TimeoutError";
  const reason =
    cause instanceof Error && cause.cause instanceof Error
      ? ` (${cause.cause.message})`
      : "";
  return {
    code: timedOut ? "fetch-timeout" : "fetch-failed",
    message: timedOut
      ? `The server did not send the document within ${FETCH_TIMEOUT / 1000} seconds.`
      : `The server can't be reached${reason}.`,
    hint: "Check the address and your connection, or save the document to a file.",
  };
}
