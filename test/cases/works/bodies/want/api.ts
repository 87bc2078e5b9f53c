/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  putRaw: {
    arguments: {
      /** A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
      body?: string | {
        data: string;
        filename?: string;
        contentType?: string;
      } | {
        text: string;
        filename?: string;
        contentType?: string;
      };
    };
    answer: Uint8Array;
  };
  sendArray: {
    arguments: {
      body?: components["schemas"]["Node"][];
    };
    answer: undefined;
  };
  sendFiles: {
    arguments: {
      title: string;
    };
    answer: undefined;
  };
  sendForm: {
    arguments: {
      ids?: number[];
      card?: {
        number?: string;
      };
    };
    answer: undefined;
  };
  sendMerged: {
    arguments: Omit<components["schemas"]["Node"], "id"> & {
      extra: number;
    };
    answer: components["schemas"]["Node"];
  };
  sendOptional: {
    arguments: Partial<Omit<components["schemas"]["Cow"], "herd-id">> & {
      herd_id?: string;
    };
    answer: undefined;
  };
  sendSeveral: {
    arguments: {
      a?: string;
    };
    answer: undefined;
  };
  sendUnion: {
    arguments: {
      body: components["schemas"]["Pet"];
    };
    answer: undefined;
  };
  upload: {
    arguments: {
      /** A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
      file: string | {
        data: string;
        filename?: string;
        contentType?: string;
      } | {
        text: string;
        filename?: string;
        contentType?: string;
      };
      meta?: {
        by?: string;
      };
      /** A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
      pages?: (string | {
        data: string;
        filename?: string;
        contentType?: string;
      } | {
        text: string;
        filename?: string;
        contentType?: string;
      })[];
    };
    answer: undefined;
  };
}

export interface components {
  schemas: {
    Cat: {
      kind: "cat";
      lives?: number;
    };
    Cow: {
      kind: "cow";
      "herd-id": string;
      milk?: number;
    };
    Dog: {
      kind: "dog";
      barks?: boolean | null;
    };
    Node: {
      id?: string;
      name: string;
      secret?: string;
      children?: components["schemas"]["Node"][];
    };
    Pet: components["schemas"]["Cat"] | components["schemas"]["Dog"];
  };
}
