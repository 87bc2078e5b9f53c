import { edit } from "../merge/modules.js";

type Pairs = Parameters<typeof edit>[1];

/** A small API, with changes: pairs of a text that is in it and what is there instead. */
export function shop(...changes: Pairs): string {
  return edit(document, changes);
}

/** Edit that adds an operation. */
export const oneMore: Pairs[number] = [
  "  /pets/{petId}:\n",
  `  /owners:
    get:
      operationId: listOwners
      tags: [owners]
      summary: List the owners
      responses: { "200": { description: OK } }
  /pets/{petId}:
`,
];

const document = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers:
  - url: https://shop.example/v1
tags:
  - name: pets
  - name: orders
security:
  - key: []
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      summary: List the pets
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
        - { name: species, in: query, schema: { type: string } }
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
    post:
      operationId: createPet
      tags: [pets]
      summary: Create a pet
      requestBody: { $ref: "#/components/requestBodies/Pet" }
      responses: { "201": { $ref: "#/components/responses/Pet" } }
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getPet
      tags: [pets]
      summary: Get a pet
      responses: { "200": { $ref: "#/components/responses/Pet" } }
    put:
      operationId: replacePet
      tags: [pets]
      summary: Replace a pet
      requestBody: { $ref: "#/components/requestBodies/Pet" }
      responses: { "200": { $ref: "#/components/responses/Pet" } }
    delete:
      operationId: deletePet
      tags: [pets]
      summary: Delete a pet
      responses: { "204": { description: Gone } }
  /orders:
    post:
      operationId: placeOrder
      tags: [orders]
      summary: Place an order
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Order" }
      responses: { "201": { description: Placed } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  requestBodies:
    Pet:
      required: true
      content:
        application/json:
          schema: { $ref: "#/components/schemas/NewPet" }
  responses:
    Pet:
      description: A pet
      content:
        application/json:
          schema: { $ref: "#/components/schemas/Pet" }
  schemas:
    NewPet:
      type: object
      required: [name]
      properties:
        name: { type: string, description: What it is called. }
        age: { type: integer }
    Pet:
      type: object
      properties:
        id: { type: integer }
        name: { type: string }
    Order:
      type: object
      required: [petId]
      properties:
        petId: { type: integer }
        gift: { $ref: "#/components/schemas/NewPet" }
`;
