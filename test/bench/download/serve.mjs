// A file as procgen answers with it. Arguments: what the handler returns, and the file.
import { createReadStream, openAsBlob } from 'node:fs';
import { binary } from '../../../dist/index.js';
import { toNodeListener } from '../../../dist/runtime/index.js';
import { defineQuery, serveRoutes } from '../server/parts/serve-routes.mjs';

const [, , form, file] = process.argv;
const handlers = { stream: () => createReadStream(file), blob: () => openAsBlob(file) };
await serveRoutes([defineQuery('file', { output: binary(), handler: handlers[form] })], {}, toNodeListener);
