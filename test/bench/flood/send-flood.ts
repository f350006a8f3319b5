import { generateSecret } from '../../../src/keys/key-format.js';
import { pressSteadily } from '../latency/press-steadily.js';
import { printCall } from './print-call.js';

// Sends well-formed keys that nobody has, each once: `node send-flood.mjs PORT KEYS_A_SECOND MS`.
const [port = Number.NaN, rate = Number.NaN, forMs = Number.NaN] = process.argv.slice(2).map(Number);
await pressSteadily({
  port,
  request: () => printCall(generateSecret()),
  status: [401, 429],
  rate,
  forMs,
  sleeps: true,
});
