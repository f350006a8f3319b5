import { createRequire } from 'node:module';
import type { KoaPackages } from '../../runtime/koa-packages.js';

const require = createRequire(import.meta.url);

/** Koa and its router, each loaded by the first request that needs it: those of clients of the API do not. */
export const LAZY_KOA: KoaPackages = {
  get Koa() {
    return require('koa');
  },
  get Router() {
    return require('@koa/router');
  },
};
