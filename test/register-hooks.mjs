// For what is preloaded with --import: registers hooks of Node's loader, given as the text of a module whose functions do not
// wait for anything. Node 26 deprecates `register`, which is all that Node 20 has.
import Module from 'node:module';

export async function registerHooks(text) {
  const url = `data:text/javascript,${encodeURIComponent(text)}`;
  if (Module.registerHooks) Module.registerHooks(await import(url));
  else Module.register(url);
}
