import { propertyKey } from "../emit/literal.js";

/**
 * A property name as source. prettier takes the quotes off every identifier of ECMAScript 5, so
 * letters of widely used scripts stand without quotes.
 */
export function propertyName(name: string): string {
  return PLAIN.test(name) && name !== "__proto__" ? name : propertyKey(name);
}

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Thai, Vietnamese, Japanese, Chinese and Korean letters. */
const PLAIN =
  /^(?!\d)[\w$\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u0527\u05d0-\u05ea\u0620-\u064a\u0e01-\u0e30\u0e40-\u0e46\u1e00-\u1eff\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fa5\uac00-\ud7a3]+$/;
