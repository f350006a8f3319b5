import { createFetchHandler, type FetchHandler } from 'procgen/runtime';
import { routes } from '../../../generated/routes';
import config from '../../../procgen.config';

/** `next dev` evaluates this module anew after a change, but one process opens its store only once. */
const kept = globalThis as { api?: FetchHandler };
await kept.api?.replaceRoutes(routes, config);

/** Made by the first request: `next build` evaluates this module, too. Next tells no address. */
function handler(request: Request): Promise<Response> {
  kept.api ??= createFetchHandler(routes, config);
  return kept.api(request);
}

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
