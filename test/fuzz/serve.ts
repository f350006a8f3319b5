// The process that a fuzz asks: serves the project argv[2] and tells its parent, when asked, how its event loop does.
import { createLoopMeter } from './support/loop-meter.js';
import { serveBuilt } from './support/serve-built.js';

const { url, description, key, stop } = await serveBuilt(process.argv[2] ?? '.');
const meter = createLoopMeter();
process.on('message', async (message) => {
  if (message === 'read') process.send?.({ activeMs: await meter.read() });
  else await stop().then(() => process.disconnect());
});
process.send?.({ url, description, key });
