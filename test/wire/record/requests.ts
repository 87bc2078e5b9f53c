import type { Tell } from "./difference.js";
import { pairs } from "./pairs.js";
import type { SentRequest } from "./upstream.js";
import { text } from "./values.js";

/** Tells the parts in which two requests differ. */
export function compareRequests(
  place: string,
  was: SentRequest,
  is: SentRequest,
  tell: Tell,
): void {
  const [path, query] = was.target.split(/\?(.*)/s);
  const [newPath, newQuery] = is.target.split(/\?(.*)/s);
  if (was.method !== is.method)
    tell("request: method", place, was.method, is.method);
  if (path !== newPath) tell("request: path", place, path, newPath);
  if (query !== newQuery) tell("request: query", place, query, newQuery);
  if (was.certificate !== is.certificate)
    tell("request: certificate", place, was.certificate, is.certificate);
  const type =
    was.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ??
    "no type";
  if (text(was.body) !== text(is.body))
    tell(`request: body (${type})`, place, was.body, is.body);
  const lower = (request: SentRequest) =>
    request.headers.map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
  let isSame = true;
  for (const [name, [first, second]] of pairs(
    lower(was),
    lower(is),
    ([name]) => name,
  )) {
    if (text(first) === text(second)) continue;
    isSame = false;
    tell(`request: header ${name}`, place, first?.[1], second?.[1]);
  }
  if (isSame && text(was.headers) !== text(is.headers))
    tell(
      "request: order or case of headers",
      place,
      was.headers.map(([name]) => name),
      is.headers.map(([name]) => name),
    );
}
