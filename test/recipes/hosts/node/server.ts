import { createServer } from 'node:http';
import { toNodeListener } from 'procgen/runtime';
import { routes } from './generated/routes.js';
import config from './procgen.config.js';

const api = toNodeListener(routes, config);
await api.ready();

const server = createServer((req, res) => {
  // Called for what is not under /api.
  api(req, res, () => {
    if (req.url === '/') res.end('The home page.');
    else res.writeHead(404).end('Nothing here.');
  });
});
server.listen(Number(process.env.PORT ?? 3000), () => {
  console.error(`listening on ${JSON.stringify(server.address())}`);
});
// Answer what has been received, then close the store.
process.once('SIGTERM', () => server.close(() => api.close()));
