/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  putRaw: putRawOperation;
  sendArray: sendArrayOperation;
  sendFiles: sendFilesOperation;
  sendForm: sendFormOperation;
  sendMerged: sendMergedOperation;
  sendOptional: sendOptionalOperation;
  sendSeveral: sendSeveralOperation;
  sendUnion: sendUnionOperation;
  upload: uploadOperation;
}

export type putRawOperation = {
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
export type sendArrayOperation = {
  arguments: {
    body?: Node[];
  };
  answer: undefined;
};
export type sendFilesOperation = {
  arguments: {
    title: string;
  };
  answer: undefined;
};
export type sendFormOperation = {
  arguments: {
    ids?: number[];
    card?: {
      number?: string;
    };
  };
  answer: undefined;
};
export type sendMergedOperation = {
  arguments: Omit<Node, "id"> & {
    extra: number;
  };
  answer: Node;
};
export type sendOptionalOperation = {
  arguments: Partial<Omit<Cow, "herd-id">> & {
    herd_id?: string;
  };
  answer: undefined;
};
export type sendSeveralOperation = {
  arguments: {
    a?: string;
  };
  answer: undefined;
};
export type sendUnionOperation = {
  arguments: {
    body: Pet;
  };
  answer: undefined;
};
export type uploadOperation = {
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
export type Cat = {
  kind: "cat";
  lives?: number;
};
export type Cow = {
  kind: "cow";
  "herd-id": string;
  milk?: number;
};
export type Dog = {
  kind: "dog";
  barks?: boolean | null;
};
export type Node = {
  id?: string;
  name: string;
  secret?: string;
  children?: Node[];
};
export type Pet = Cat | Dog;
