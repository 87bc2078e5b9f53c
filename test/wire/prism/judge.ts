import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The parts of Prism that are used; its packages are not there in most checkouts. */
interface Prism {
  getHttpOperationsFromSpec(path: string): Promise<unknown[]>;
  createServer(
    operations: unknown[],
    options: object,
  ): {
    listen(port: number, host: string): Promise<string>;
    close(): Promise<void>;
  };
}

/** Prism in front of a document, as a server that responds with examples; undefined if it is not installed. */
export async function startPrism(path: string) {
  const prism = loadPrism();
  if (prism === undefined) return undefined;
  const operations = await prism.getHttpOperationsFromSpec(path);
  const server = prism.createServer(operations, {
    components: { logger },
    cors: false,
    config: {
      checkSecurity: false,
      validateRequest: true,
      validateResponse: false,
      mock: { dynamic: false },
      errors: false,
      isProxy: false,
    },
  });
  const url = await server.listen(0, "127.0.0.1");
  return { url, operations: operations.length, close: () => server.close() };
}

/** Objection of Prism to a request, by its response; undefined if it is valid. */
export function objection(
  status: number,
  violations: string | undefined,
  body: string,
): string | undefined {
  if (violations?.includes('["request"')) return violations;
  if (!/prism\/errors#/.test(body)) return undefined;
  // Said of the request; other errors say that the document has no example to answer with.
  const isAboutRequest =
    /#(NO_PATH_MATCHED|NO_METHOD_MATCHED|NO_SERVER|NO_BASE_URL|UNPROCESSABLE|INVALID_CONTENT)/;
  return isAboutRequest.test(body)
    ? `${String(status)} ${body.slice(0, 500)}`
    : undefined;
}

function loadPrism(): Prism | undefined {
  try {
    // Exports of the packages: https://github.com/stoplightio/prism/tree/master/packages
    return {
      ...(require("@stoplight/prism-http") as Prism),
      ...(require("@stoplight/prism-http-server") as Prism),
    };
  } catch {
    return undefined;
  }
}

const silent = () => undefined;
const logger: object = {
  info: silent,
  warn: silent,
  error: silent,
  debug: silent,
  trace: silent,
  fatal: silent,
  success: silent,
  child: () => logger,
};
