/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  addOwner: {
    arguments: {
      name: string;
      vehicles?: components["schemas"]["Vehicle_anyOf"][];
    };
    answer: undefined;
  };
  addShape: {
    arguments: {
      body: components["schemas"]["Shape"];
    };
    answer: undefined;
  };
  addVehicle: {
    arguments: components["schemas"]["Vehicle"] & {
      doors?: number | string;
      load?: number;
      top_speed?: number;
    };
    answer: components["schemas"]["Vehicle_anyOf"];
  };
  listVehicles: {
    arguments: Record<string, never>;
    answer: components["schemas"]["Vehicle_anyOf"][];
  };
}

export interface components {
  schemas: {
    Car: components["schemas"]["Vehicle"] & {
      doors: number;
    };
    Circle: {
      t: "circle_v1";
      radius?: number;
    };
    Shape: components["schemas"]["Circle"] | components["schemas"]["Square"];
    SportsCar: components["schemas"]["Car"] & {
      top_speed?: number;
    };
    Square: {
      t: "Square";
      side?: number;
    };
    Truck: components["schemas"]["Vehicle"] & {
      load?: number;
      doors?: string;
    } & {
      kind?: "lorry";
    };
    Vehicle: {
      /** What it is. Values: "car", "lorry", "SportsCar". */
      kind: string;
      wheels?: number;
    };
    Vehicle_anyOf: components["schemas"]["Car"] | components["schemas"]["Truck"] | components["schemas"]["SportsCar"] | components["schemas"]["Vehicle"];
  };
}
