// Preloaded by NODE_OPTIONS=--import: appends the URL of every module that the process loads to the file that
// MODULES_LOG names, whichever way it is loaded.
import { appendFileSync } from 'node:fs';
import Module from 'node:module';
import { pathToFileURL } from 'node:url';
import { registerHooks } from '../register-hooks.mjs';

const log = process.env.MODULES_LOG;
await registerHooks(`
import { appendFileSync } from 'node:fs';
export function load(url, context, nextLoad) {
  appendFileSync(${JSON.stringify(log)}, url.slice(0, 300) + '\\n');
  return nextLoad(url, context);
}`);

// The hooks see what is imported; what CommonJS modules require passes through here.
const { _extensions: extensions } = Module;
for (const [extension, load] of Object.entries(extensions)) {
  extensions[extension] = (module, filename) => {
    appendFileSync(log, `${pathToFileURL(filename).href}\n`);
    return load(module, filename);
  };
}
