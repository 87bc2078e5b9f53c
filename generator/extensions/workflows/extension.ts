import type { Extension } from "../extension.js";
import { planWorkflowFiles } from "./files.js";
import { planWorkflows } from "./plan.js";

/** Workflows: tools of several operations, from the Arazzo documents of a config. */
export const workflowExtension: Extension = {
  listDocuments: ({ workflows }) => workflows,
  plan({ apis, documents, settings }) {
    const { findings, workflows } = planWorkflows(documents, apis, settings);
    if (workflows.length === 0) return { findings, planFiles: () => [] };
    return {
      findings,
      toolList: {
        name: "workflows",
        kind: "workflow",
        heading: "Workflows",
        tools: workflows,
      },
      planFiles: (server) => planWorkflowFiles(workflows, server),
    };
  },
};
