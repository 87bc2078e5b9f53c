import { editOf } from "./difference.js";
import type { Difference, Tell } from "./difference.js";
import { pairs } from "./pairs.js";
import type { Call, Listed, Pass, Recording } from "./recording.js";
import { compareRequests } from "./requests.js";
import { compareValues, text } from "./values.js";
import type { SentRequest } from "./upstream.js";

/** Numbers of compared items, and of those that are equal to the byte. */
export interface Tally {
  compared: number;
  same: number;
}

export type Tallies = Record<"listings" | "requests" | "replies", Tally>;

/** Compares what was recorded of one document. */
export function compare(
  before: Recording,
  after: Recording,
): { readonly differences: Difference[]; readonly tallies: Tallies } {
  const differences: Difference[] = [];
  const tally = (): Tally => ({ compared: 0, same: 0 });
  const tallies = { listings: tally(), requests: tally(), replies: tally() };
  const tell: Tell = (kind, place, was, is) =>
    differences.push({
      kind,
      document: before.document,
      place,
      ...editOf(was, is),
    });
  if (before.digest !== after.digest)
    tell("document", "", before.digest, after.digest);
  for (const [name, [was, is]] of pairs(
    before.passes,
    after.passes,
    ({ name }) => name,
  )) {
    if (was === undefined || is === undefined)
      tell("pass", name, was && "recorded", is && "recorded");
    else comparePasses(was, is, tell, tallies);
  }
  return { differences, tallies };
}

function comparePasses(
  was: Pass,
  is: Pass,
  tell: Tell,
  tallies: Tallies,
): void {
  const { name } = was;
  if (was.refused !== is.refused)
    tell("generating", name, was.refused, is.refused);
  if (text(was.environment) !== text(is.environment))
    tell("environment variables", name, was.environment, is.environment);
  compareValues("initialize", name, was.initialize, is.initialize, tell);
  for (const list of ["tools", "resources", "templates"] as const)
    compareLists(
      `listing of ${list}`,
      name,
      [was.lists[list], is.lists[list]],
      tell,
      tallies.listings,
    );
  const keyOf = ({ component, trial, method }: Call) =>
    `${component} ${trial} ${method}`;
  for (const [key, [first, second]] of pairs(was.calls, is.calls, keyOf)) {
    const place = `${name} ${key}`;
    if (first === undefined || second === undefined)
      tell("call", place, first && "made", second && "made");
    else compareCalls(place, first, second, tell, tallies);
  }
}

function compareLists(
  kind: string,
  place: string,
  [was, is]: readonly [readonly Listed[], readonly Listed[]],
  tell: Tell,
  tally: Tally,
): void {
  const names = (list: readonly Listed[]) => list.map(({ name }) => name);
  for (const [name, [first, second]] of pairs(was, is, ({ name }) => name)) {
    tally.compared++;
    if (first === undefined)
      tell(`${kind}: added`, `${place} ${name}`, undefined, name);
    else if (second === undefined)
      tell(`${kind}: gone`, `${place} ${name}`, name, undefined);
    else if (text(first) === text(second)) tally.same++;
    else compareValues(kind, `${place} ${name}`, first, second, tell);
  }
  const [before, after] = [names(was), names(is)];
  if (
    text(before) !== text(after) &&
    text([...before].sort()) === text([...after].sort())
  )
    tell(`${kind}: order`, place, before, after);
}

function compareCalls(
  place: string,
  was: Call,
  is: Call,
  tell: Tell,
  tallies: Tallies,
): void {
  if (text(was.params) !== text(is.params))
    tell("call: arguments", place, was.params, is.params);
  const count = Math.max(was.requests.length, is.requests.length);
  if (was.requests.length !== is.requests.length)
    tell(
      "request: how many",
      place,
      was.requests.map(line),
      is.requests.map(line),
    );
  for (let index = 0; index < count; index++) {
    tallies.requests.compared++;
    const [first, second] = [was.requests[index], is.requests[index]];
    if (text(first) === text(second)) tallies.requests.same++;
    else if (first !== undefined && second !== undefined)
      compareRequests(place, first, second, tell);
  }
  tallies.replies.compared++;
  if (text(was.reply) === text(is.reply)) tallies.replies.same++;
  const kind = was.requests.length > 0 ? "reply" : "reply, nothing sent";
  compareValues(kind, place, was.reply, is.reply, tell);
}

function line({ method, target }: SentRequest): string {
  return `${method} ${target}`;
}
