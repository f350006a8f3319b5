import { createFetchHandler, type FetchHandler } from 'procgen/runtime';
import { routes } from '../../../generated/routes';
import config from '../../../procgen.config';

/** `next dev` evaluates this module again after a change, but a process opens its store only once. */
const kept = globalThis as { api?: FetchHandler };
await kept.api?.replaceRoutes(routes, config);

/** Created by the first request, because `next build` evaluates this module too. Next does not tell the address. */
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
