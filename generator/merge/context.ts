import type { Restyle } from "./style.js";
import type { Tree } from "./tree.js";

/** A text, and the place of every conflict in it, in order. */
export interface Merged {
  readonly text: string;
  readonly places: readonly string[];
}

/** The versions of one tree. Without a base both sides added it. */
export interface Trees {
  readonly base: Tree | undefined;
  readonly yours: Tree;
  readonly next: Tree;
}

export interface Context {
  /** Lays out what is new as your file is laid out. */
  readonly restyle: Restyle;
  /** Names of what encloses this place. */
  readonly path: readonly string[];
}

/** How a place is told: `createPet.request.path`. */
export function placeOf(path: readonly string[]): string {
  return path.join(".");
}
