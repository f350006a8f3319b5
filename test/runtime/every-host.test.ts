import Koa from 'koa';
import { createApp, createFetchHandler, createRouter, toNodeListener } from '../../src/runtime/index.js';
import { describeHost } from './support/describe-host.js';
import { defineHost, type Host, toRequestListener } from './support/start-host.js';

const HOSTS: readonly Host[] = [
  defineHost('node:http', toNodeListener, (api) => (req, res) => {
    api(req, res, () => res.writeHead(404).end('the host'));
  }),
  {
    ...defineHost('createApp', createApp, (api) => {
      api.use((ctx) => {
        ctx.status = 404;
        ctx.body = 'the host';
      });
      return api.callback();
    }),
    isKoa: true,
  },
  {
    ...defineHost('createRouter', createRouter, (router) => {
      const app = new Koa();
      app.silent = true;
      app.use(router.routes() as Koa.Middleware);
      app.use((ctx) => {
        ctx.status = 404;
        ctx.body = 'the host';
      });
      return app.callback();
    }),
    isKoa: true,
  },
  defineHost('fetch', createFetchHandler, (api) =>
    toRequestListener((request, address) => {
      const isApi = /^\/(api|v1)(\/|$)|^\/about\/|^\/items$/.test(new URL(request.url).pathname);
      return isApi ? api(request, { address }) : new Response('the host', { status: 404 });
    }),
  ),
];

for (const host of HOSTS) describeHost(host);
