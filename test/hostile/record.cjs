// Records which files a process reads and writes, what it starts and where it connects: a line of JSON each.
const childProcess = require("node:child_process");
const dns = require("node:dns");
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const net = require("node:net");

// As they are before they are wrapped.
const { closeSync, openSync, writeSync } = fs;

function record(kind, name) {
  const file = process.env.TOOLWRIGHT_RECORD;
  if (!file) return;
  const descriptor = openSync(file, "a");
  writeSync(descriptor, `${JSON.stringify([kind, String(name)])}\n`);
  closeSync(descriptor);
}

/** Wraps functions of an object so that a call is recorded before it happens. */
function wrap(target, names, kindOf, nameOf = ([first]) => first) {
  for (const name of names) {
    const original = target[name];
    if (typeof original !== "function") continue;
    target[name] = function recorded(...args) {
      const kind = typeof kindOf === "string" ? kindOf : kindOf(args);
      record(kind, nameOf(args));
      return original.apply(this, args);
    };
  }
}

const READS = ["createReadStream", "opendir", "readFile", "readdir", "watch"];
const WRITES = [
  ...["appendFile", "chmod", "copyFile", "createWriteStream", "mkdir"],
  ...["rename", "rm", "rmdir", "symlink", "truncate", "unlink", "writeFile"],
];
const withSync = (names) => names.flatMap((name) => [name, `${name}Sync`]);
const kindOfOpen = ([, flags = "r"]) =>
  flags === "r" || flags === 0 ? "read" : "write";
for (const target of [fs, fs.promises]) {
  wrap(target, withSync(READS), "read");
  wrap(target, withSync(WRITES), "write");
  wrap(target, withSync(["open"]), kindOfOpen);
}
wrap(
  childProcess,
  withSync(["exec", "execFile", "fork", "spawn"]).concat("fork"),
  "start",
);
wrap(net.Socket.prototype, ["connect"], "connect", () => "socket");
wrap(dns, ["lookup"], "connect");
wrap(globalThis, ["fetch"], "connect");
syncBuiltinESMExports();
