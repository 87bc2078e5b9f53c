import "reflect-metadata";
import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Module,
  Param,
  Post,
  Body,
  Query,
  Redirect,
  UnprocessableEntityException,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ApiBody, ApiParam, ApiQuery } from "@nestjs/swagger";

/** What happened to the application's life, for tests. */
export const life = [];

class Items {
  list(kind) {
    return [{ id: 1, kind: kind ?? "any" }];
  }
  add(body) {
    if (typeof body?.name === "string") return { id: 7, name: body.name };
    throw new UnprocessableEntityException({ errors: ["name is required"] });
  }
  remove() {}
  go() {}
  onModuleInit() {
    life.push("started");
  }
  onModuleDestroy() {
    life.push("ended");
  }
}

// Decorators by hand: this file runs as it stands, without a compiler.
Controller("items")(Items);
method(
  "list",
  Get(),
  ApiQuery({ name: "kind", required: false, type: String }),
);
parameter("list", 0, Query("kind"));
method("add", Post(), ApiBody({ schema: bodySchema() }));
parameter("add", 0, Body());
method(
  "remove",
  Delete(":id"),
  HttpCode(204),
  ApiParam({ name: "id", type: Number }),
);
parameter("remove", 0, Param("id"));
method("go", Get("go"), Redirect("/items", 302));

class AppModule {}
Module({ controllers: [Items] })(AppModule);

/** A factory, as Nest's own examples have it. */
export function createApp() {
  return NestFactory.create(AppModule, { logger: false });
}

function method(name, ...decorators) {
  const { prototype } = Items;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  for (const decorate of decorators) decorate(prototype, name, descriptor);
}

function parameter(name, index, decorate) {
  decorate(Items.prototype, name, index);
}

function bodySchema() {
  return {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  };
}
