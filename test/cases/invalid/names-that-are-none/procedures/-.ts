import { procedure } from 'procgen';
import * as z from 'zod';

const text = procedure.meta({ openapi: { enabled: true, method: 'GET', tags: ['users'], protect: false } }).output(z.string());

export const list = text.meta({ openapi: { path: '/dash', summary: 'Dash' } }).query(() => 'dash');
