import { flatten, isSchema } from "./sample.js";

/** Declared successful response of one operation. */
export interface Declared {
  /** `GET /pets/{petId}` */
  readonly operation: string;
  /** Media type of a 2xx; undefined if none has a body. */
  readonly type: string | undefined;
  readonly schema: unknown;
}

/** The operation of a request, by method and path; a path counts from its end, since base URLs are before it. */
export type Contract = (method: string, path: string) => Declared | undefined;

type Item = Readonly<Record<string, unknown>>;

/** Reads a parsed document of any version. */
export function contractOf(document: unknown): Contract {
  const paths = asItem(asItem(document)["paths"]);
  const routes = Object.entries(paths)
    .map(([path, item]) => ({
      path,
      item: flatten(item, document),
      pattern: patternOf(path),
    }))
    // The most literal one first, so that /pets/mine isn't taken for /pets/{petId}.
    .sort((a, b) => literals(b.path) - literals(a.path));
  return (method, path) => {
    for (const route of routes) {
      const operation = route.item[method.toLowerCase()];
      if (isSchema(operation) && route.pattern.test(path))
        return {
          operation: `${method} ${route.path}`,
          ...answerOf(operation, document),
        };
    }
    return undefined;
  };
}

function answerOf(
  operation: Item,
  document: unknown,
): Pick<Declared, "type" | "schema"> {
  const responses = asItem(operation["responses"]);
  const status = Object.keys(responses).find((key) => /^2/.test(key));
  const response = flatten(responses[status ?? "default"], document);
  const [type, media] = Object.entries(asItem(response["content"]))[0] ?? [];
  if (type !== undefined) return { type, schema: asItem(media)["schema"] };
  // Swagger 2.0
  const { schema } = response;
  return { type: schema === undefined ? schema : "application/json", schema };
}

function patternOf(path: string): RegExp {
  const [bare = ""] = path.split(/[?#]/);
  const source = bare
    .split(/\{[^}]*\}/)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^/]*");
  return new RegExp(`${source}$`);
}

function literals(path: string): number {
  return path.replaceAll(/\{[^}]*\}/g, "").length;
}

function asItem(value: unknown): Item {
  return isSchema(value) ? value : {};
}
