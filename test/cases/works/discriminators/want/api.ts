/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addOwner: addOwnerOperation;
  addShape: addShapeOperation;
  addVehicle: addVehicleOperation;
  listVehicles: listVehiclesOperation;
}

export type addOwnerOperation = {
  arguments: {
    name: string;
    vehicles?: Vehicle_anyOf[];
  };
  answer: undefined;
};
export type addShapeOperation = {
  arguments: {
    body: Shape;
  };
  answer: undefined;
};
export type addVehicleOperation = {
  arguments: Vehicle & {
    doors?: number | string;
    load?: number;
    top_speed?: number;
  };
  answer: Vehicle_anyOf;
};
export type listVehiclesOperation = {
  arguments: Record<string, never>;
  answer: Vehicle_anyOf[];
};
export type Car = Vehicle & {
  doors: number;
};
export type Circle = {
  t: "circle_v1";
  radius?: number;
};
export type Shape = Circle | Square;
export type SportsCar = Car & {
  top_speed?: number;
} & {
  kind?: "SportsCar";
};
export type Square = {
  t: "Square";
  side?: number;
};
export type Truck = Vehicle & {
  load?: number;
  doors?: string;
} & {
  kind?: "lorry";
};
export type Vehicle = {
  /** What it is. Values: "car", "lorry", "SportsCar". */
  kind: string;
  wheels?: number;
};
export type Vehicle_anyOf = Car | Truck | SportsCar | Vehicle;
