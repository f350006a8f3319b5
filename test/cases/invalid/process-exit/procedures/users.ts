import { procedure } from 'procgen';
import { Region } from './_settings.js';

export const region = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/region', tags: ['users'], summary: 'Tell the region', protect: false } })
  .output(Region)
  .query(() => 'eu');
