// Loaded before everything else: makes a process in which nobody has installed ioredis.
import { registerHooks } from '../../register-hooks.mjs';

await registerHooks(`export function resolve(specifier, context, next) {
  if (specifier !== 'ioredis') return next(specifier, context);
  throw Object.assign(new Error("Cannot find package 'ioredis'"), { code: 'ERR_MODULE_NOT_FOUND' });
}`);
