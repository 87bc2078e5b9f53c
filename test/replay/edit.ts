import {
  bare,
  definition,
  hasCode,
  hasComment,
  member,
  names,
  parse,
} from "./syntax.js";

/** An edit by hand of a component's module. */
export interface Edit {
  readonly name: string;
  /** The edited text; null if this module offers no place for it. */
  apply(this: void, text: string): string | null | Promise<string | null>;
  /** True if the edit is found in a text, by its syntax. */
  isIn(this: void, text: string): boolean;
  /** Property whose generated value the edit replaces: if the API changes it, too, both sides did. */
  readonly place?: string;
  /** Object that the edit is in: if the API takes it away, both sides changed it. Default: that of `place`. */
  readonly within?: string;
}

/** Body of every generated handler. */
export const BODY = "return send(args);";

/** A property of the definition with another value. */
export function replaced(place: string, value: string): Edit {
  return {
    name: `${place} replaced`,
    place,
    apply(text) {
      const found = member(text, place);
      const name = found?.name?.getText();
      return found === undefined || name === undefined
        ? null
        : text.slice(0, found.getStart()) +
            `${name}: ${value}` +
            text.slice(found.end);
    },
    isIn: (text) =>
      bare(member(text, place))?.endsWith(`:${value.replaceAll(" ", "")}`) ===
      true,
  };
}

/** A property taken away. */
export function removed(place: string): Edit {
  return {
    name: `${place} removed`,
    place,
    apply(text) {
      const found = member(text, place);
      if (found === undefined) return null;
      return text.slice(0, found.pos) + text.slice(found.end + 1);
    },
    isIn: (text) =>
      definition(parse(text)) !== undefined &&
      member(text, place) === undefined,
  };
}

/** A property more. */
export function added(
  what: string,
  at: RegExp,
  to: string,
  place: string,
): Edit {
  const value = /: (.*?),/.exec(to)?.[1]?.replaceAll(" ", "") ?? "";
  return {
    name: `${what} added`,
    place,
    apply: (text) =>
      member(text, place) === undefined ? replace(text, at, to) : null,
    isIn: (text) => bare(member(text, place))?.endsWith(`:${value}`) === true,
  };
}

/** A comment. */
export function commented(
  where: string,
  at: RegExp | string,
  to: string,
  within = "",
): Edit {
  const words = /By hand: \w+/.exec(to)?.[0] ?? "";
  return {
    name: `a comment ${where}`,
    within,
    apply: (text) => replace(text, at, to),
    isIn: (text) => hasComment(text, words),
  };
}

/** An import or a declaration more. */
export function declared(
  what: string,
  at: RegExp | string,
  to: string,
  name: string,
): Edit {
  return {
    name: `${what} added`,
    apply: (text) => replace(text, at, to),
    isIn: (text) => names(text).includes(name),
  };
}

/** Another body of the handler, known by some code in it. */
export function handled(what: string, to: string, code: string): Edit {
  return {
    name: `${what} in the handler`,
    apply: (text) => replace(text, BODY, to),
    isIn: (text) => hasCode(text, code),
  };
}

/** The text with a replacement; null if there is nothing to replace. */
export function replace(
  text: string,
  at: RegExp | string,
  to: string,
): string | null {
  const result = text.replace(at, to);
  return result === text ? null : result;
}
