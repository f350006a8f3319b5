// Procedures that take about two milliseconds of processor a call, next to nothing, and for ever. Argument: `on` or
// `off`, whether overload is refused; or `full`, where one call is all that is taken up.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { defineQuery, serveRoutes } from '../server/parts/serve-routes.mjs';

const OVERLOAD = { on: true, off: false, full: { inFlight: 1 } };
const PAGE = Buffer.alloc(2_000_000);
const [, , switched] = process.argv;

const define = (name, handler) => defineQuery(name, { output: z.object({ text: z.string() }), handler });
await serveRoutes(
  [
    define('work', () => ({ text: createHash('sha1').update(PAGE).digest('hex') })),
    define('nothing', () => ({ text: 'nothing' })),
    define('endless', ({ ctx }) => new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))),
  ],
  { requestTimeoutMs: 3_600_000, overload: OVERLOAD[switched] },
);
