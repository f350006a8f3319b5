import { serve } from '@hono/node-server';
import { announce } from '../../server/parts/listen.mjs';
import { app } from './hono-app.mjs';

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port));
