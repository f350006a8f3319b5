import express from 'express';
import { toNodeListener } from 'procgen/runtime';
import { routes } from './generated/routes.js';
import config from './procgen.config.js';

const api = toNodeListener(routes, config);
await api.ready();

const app = express();
// First and without a path: under /api it answers everything and reads bodies itself.
app.use(api);
app.get('/', (_request, response) => {
  response.send('The home page.');
});

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.error(`listening on ${JSON.stringify(server.address())}`);
});
// Answer what has been received, then close the store.
process.once('SIGTERM', () => server.close(() => api.close()));
