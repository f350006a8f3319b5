// Loaded before everything else: makes a process in which nobody has installed pg.
import { registerHooks } from '../../register-hooks.mjs';

await registerHooks(`export function resolve(specifier, context, next) {
  if (specifier !== 'pg') return next(specifier, context);
  throw Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' });
}`);
