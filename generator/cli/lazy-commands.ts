/**
 * Implementations of the commands except for `generate`. One module for all, since it is packed with what
 * they share: Node takes longer to find twenty small files than to read a large one.
 */
export { add } from "../commands/add.js";
export { check, recordContracts } from "../commands/check.js";
export { checkServer } from "../commands/check-server.js";
export { readSurfaces } from "../commands/diff.js";
export { diffEvals, evals } from "../commands/evals.js";
export { lint } from "../commands/lint.js";
export { preview, readToolTypes } from "../commands/plan.js";
export {
  renderChangesPage,
  report,
  reportOperations,
} from "../commands/operations.js";
export { suggest } from "../commands/suggest.js";
export { compareSurfaces } from "../diff/changes.js";
export { printChanges } from "../diff/print.js";
export { describeClients } from "./clients.js";
export { addScripts, writeConfig } from "./init.js";
export { describeOptions, toJsonOptions } from "./options-report.js";
