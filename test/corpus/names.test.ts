import { describe, expect, test } from "vitest";
import { groupBy } from "../../generator/shared/group-by.js";
import { load } from "../../generator/load/load.js";
import { type Operation, operationKey } from "../../generator/model.js";
import { normalise } from "../../generator/normalise/normalise.js";
import { nameOperations } from "../../generator/plan/names.js";
import { documents, UNSERVABLE } from "./documents.js";

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

function namesOf(
  operations: readonly Operation[],
  last: ReadonlyMap<string, { readonly file: string }> = new Map(),
) {
  const known = new Map([...last].map(([key, { file }]) => [key, file]));
  return nameOperations(operations, { maxLength: 56, knownFiles: known });
}

describe.each(servable)("names of $id", ({ path, refRoot }) => {
  const read = async () => {
    const { operations } = normalise(await load(path, { refRoot }));
    return { operations, names: namesOf(operations) };
  };

  test("belong to one method if they differ only in their hash", async () => {
    const { names, operations } = await read();
    const groups = groupBy(
      operations.flatMap((operation): [string, string][] => {
        const { name = "" } = names.get(operationKey(operation)) ?? {};
        const [, stem] = /^(.*)_[0-9a-f]{6}$/.exec(name) ?? [];
        return stem === undefined
          ? []
          : [[stem.toLowerCase(), operation.method]];
      }),
    );
    const mixed = [...groups].filter(
      ([, methods]) => new Set(methods).size > 1,
    );
    expect(mixed).toEqual([]);
  });

  test("stay as in the lock when operations are added, in any order", async () => {
    const { operations } = await read();
    const some = operations.filter((_, at) => at % 2 === 1);
    const last = namesOf(some);
    const next = namesOf([...operations].reverse(), last);
    const renamed = [...last].filter(
      ([key, { name }]) => next.get(key)?.name !== name,
    );
    expect(renamed).toEqual([]);
    expect(namesOf(operations, next)).toEqual(next);
  });
});
