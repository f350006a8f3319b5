import { procedure } from 'procgen';
import * as z from 'zod';

const text = procedure.meta({ openapi: { enabled: true, method: 'GET', tags: ['users'], protect: false } }).output(z.string());

export const description = text.meta({ openapi: { path: '/openapi.json', summary: 'Describe' } }).query(() => '{}');
export const pages = text.meta({ openapi: { path: '/docs/guide', summary: 'Guide' } }).query(() => 'guide');
export const documents = text.meta({ openapi: { path: '/documents', summary: 'Documents' } }).query(() => 'fine');
