import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import { hostPackage } from './create-host-project.js';

/** What of the frameworks is used here. They are no packages of this project, and neither are their types. */
export type Handler = (
  req: IncomingMessage & { body?: unknown },
  res: ExpressResponse,
  next: (error?: unknown) => void,
) => unknown;
export type ErrorHandler = (error: Error, ...rest: Parameters<Handler>) => unknown;
export interface ExpressResponse extends ServerResponse {
  status(code: number): ExpressResponse;
  send(body: string): void;
  cookie(name: string, value: string): void;
  vary(name: string): void;
}
export interface Express extends RequestListener {
  use(handler: Handler): Express;
  use(path: string, handler: Handler): Express;
}
export interface Expressing {
  (): Express;
  json(options?: object): Handler;
  text(options?: object): Handler;
  raw(options?: object): Handler;
  urlencoded(options?: object): Handler;
  Router(): Express;
}
export interface Fastify {
  register(plugin: (scope: Fastify) => Promise<void>): void;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parse: (request: unknown, body: unknown, done: (error: null) => void) => void,
  ): void;
  all(path: string, handle: (request: FastifyRequest, reply: FastifyReply) => void): void;
  setNotFoundHandler(handle: (request: unknown, reply: FastifyReply) => unknown): void;
  ready(): Promise<void>;
  inject(request: object): Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>;
  readonly routing: RequestListener;
}
export interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly body: unknown;
}
export interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): void;
  code(status: number): FastifyReply;
  send(body: string): unknown;
}
export interface HonoContext {
  readonly req: { readonly raw: Request; json(): Promise<unknown> };
  readonly env: { readonly incoming?: IncomingMessage };
  readonly res: Response;
}
export interface HonoApp {
  use(path: string, handle: (c: HonoContext, next: () => Promise<void>) => unknown): void;
  all(path: string, handle: (c: HonoContext) => Response | Promise<Response>): void;
  mount(path: string, handle: (request: Request) => Response | Promise<Response>): void;
  notFound(handle: (c: { text(body: string, status: number): Response }) => Response): void;
  readonly fetch: (request: Request, env?: unknown) => Promise<Response>;
}

const load = async (path: string) => import(pathToFileURL(hostPackage(path)).href);
export const express: Expressing = (await load('express/index.js')).default;
export const { fastify } = (await load('fastify/fastify.js')) as { fastify: () => Fastify };
export const { Hono } = (await load('hono/dist/index.js')) as { Hono: new () => HonoApp };
export const { getRequestListener } = (await load('@hono/node-server/dist/index.mjs')) as {
  getRequestListener(fetch: HonoApp['fetch']): RequestListener;
};
export const { NextRequest } = (await load('next/server.js')) as { NextRequest: typeof Request };
