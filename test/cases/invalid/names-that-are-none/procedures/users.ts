import { procedure } from 'procgen';
import * as z from 'zod';

const text = procedure.meta({ openapi: { enabled: true, method: 'GET', tags: ['users'], protect: false } }).output(z.string());

const quoted = text.meta({ openapi: { path: '/quoted', summary: 'Quoted' } }).query(() => 'quoted');

export { quoted as 'a-b' };
