import { tokenize } from "./tokenize.js";

/** Stems of words that say nothing about the wanted operation. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  tokenize(
    `a about again all also already am an and any anybody anyone are as at be been being by can could
    did do does doing done each every everybody everything for from given going has have having help her here him his
    how i if im in into is it its just kind let lot may me might must need of on onto one or our please
    really right should so some somebody someone something specific specified such than that the their theirs them
    then there these they thing this those through to too under up us use using very via want wanted was we were what
    when where which while who whose will with within without would you your`,
  ),
);

/** Phrases, each with the word that replaces it. */
const PHRASES: readonly (readonly [phrase: RegExp, word: string])[] = [
  [
    /\b(get rid of|throw(ing)? (out|away)|take (down|off|away)|wipe( out)?)\b/gi,
    " remove ",
  ],
  [/\b(kick|throw|take) (\w+ )?(out|off|away)\b/gi, " remove $2 "],
  [/\b(would|d|should) like\b/gi, " "],
  [/\bmoney back\b/gi, " refund "],
  [/\b(turn|switch) on\b/gi, " enable "],
  [/\b(turn|switch|shut) off\b/gi, " disable "],
  [/\b(turn|switch|shut) (\w+ )?(off|down)\b/gi, " disable $2 "],
  [/\b(turn|switch) (\w+ )on\b/gi, " enable $2 "],
  [/\b(bring|put|get) (\w+ )?back\b/gi, " restore $2 "],
  [/\b(set up|sign up|put together)\b/gi, " create "],
  [/\bkick off\b/gi, " start "],
  [/\bhand (\w+ )?over\b/gi, " transfer $1 "],
  [/\b(look up|look at|find out|check out|take a look at)\b/gi, " get "],
  [/\bprs?\b/gi, " pull request "],
  [/\b(give|show|tell|get|read) (me|us)\b/gi, " get "],
  [/\bwho am i\b/gi, " my user "],
];

/** Verbs of everyday speech with the HTTP methods that implement them. Verbs of one line are synonyms. */
const VERBS: readonly (readonly [methods: string, verbs: string])[] = [
  [
    "GET",
    "get list view show see fetch retrieve read display browse return tell",
  ],
  ["GET", "find search look query"],
  ["GET", "check verify inspect"],
  ["GET", "download export fetch"],
  ["GET", "compare diff"],
  ["GET", "count many number"],
  ["POST PUT", "create add new make register open write start"],
  ["POST PUT", "add put attach append insert include save store"],
  ["POST PUT", "upload import send submit attach"],
  ["POST PUT", "start run trigger launch execute dispatch begin resume"],
  ["POST PUT", "restore undelete recover reopen unarchive"],
  ["POST PUT", "enable activate allow unlock unblock"],
  ["POST PUT", "grant give add allow permit authorize assign"],
  ["POST PUT", "invite add join"],
  ["POST PUT", "approve accept confirm"],
  ["POST PUT", "copy duplicate clone fork"],
  ["POST PUT", "merge combine"],
  ["POST PUT", "publish release deploy post share"],
  ["POST PUT", "comment reply respond answer message note"],
  ["POST PUT", "transfer move migrate"],
  ["PUT POST", "follow watch subscribe"],
  ["PUT POST", "star favorite favourite like save bookmark heart"],
  ["POST", "stop cancel abort halt pause terminate"],
  ["POST", "retry rerun redo repeat restart"],
  [
    "PATCH PUT POST",
    "update edit change modify set rename replace adjust alter fix",
  ],
  [
    "PATCH PUT POST",
    "update close reopen archive unarchive rename resolve complete finish hide",
  ],
  ["PUT DELETE POST", "disable deactivate suspend block lock ban"],
  ["DELETE", "delete remove drop destroy erase discard clear"],
  ["DELETE", "revoke withdraw reject decline dismiss remove"],
  ["DELETE", "unfollow unwatch unsubscribe unstar unlike"],
];

/** Lines of nouns that often stand for each other. */
const NOUNS = [
  "repo repository",
  "org organization company",
  "bug issue ticket problem",
  "person people user member colleague teammate collaborator account someone",
  "key credential token secret password",
  "permission access right role",
  "setting configuration config preference option",
  "history log activity event",
  "notification alert",
  "label tag",
  "picture photo image avatar",
  "song track music",
  "film movie",
  "show series tv",
  "folder directory",
  "mail email",
  "bill invoice",
  "buyer customer client",
  "money payment charge balance",
  "machine server instance node",
  "file content",
  "website site page",
  "author writer creator",
  "quota limit",
  "wrote written write",
  "sent send",
  "made make create",
  "found find",
  "built build",
  "paid pay",
  "bought buy purchase",
  "similar related recommendation",
  "my mine me authenticated current own",
  "popular top trending",
];

const LINES = [...VERBS.map(([, verbs]) => verbs), ...NOUNS].map((line) =>
  tokenize(line),
);

/** Methods by verb. A verb in several lines has the methods of the first one. */
const METHODS = new Map(
  VERBS.flatMap(([methods, verbs]) =>
    tokenize(verbs).map((verb) => [verb, methods.split(" ")] as const),
  ).reverse(),
);

/** Replaces phrases of several words by single words. */
export function joinPhrases(text: string): string {
  return PHRASES.reduce(
    (currentText, [phrase, word]) => currentText.replace(phrase, word),
    text,
  );
}

/** Returns the methods that implement the first known verb of a query, or an empty list. */
export function methodsForVerb(words: readonly string[]): readonly string[] {
  const verb = words.find((word) => METHODS.has(word)) ?? "";
  return METHODS.get(verb) ?? [];
}

/** Returns synonyms of a word. */
export function findSynonyms(word: string): string[] {
  return LINES.filter((line) => line.includes(word)).flat();
}
