import { readOrigin } from '../../dashboard/read-origin.js';
import { rememberPage } from '../../dashboard/wanted-page.js';
import { createPageRequest } from '../context/create-page-request.js';
import type { Guard } from '../guards/guard.js';
import type { ExplorerParts } from './explorer-parts.js';

/** Prepares the redirect to the sign-in page, from where a visitor returns to the explorer. */
export function prepareSignInRedirect({ proxies, readProxyUser, prefix }: ExplorerParts): Guard {
  return (call) => {
    const { answer } = call;
    const origin = readOrigin(createPageRequest(call, proxies, readProxyUser));
    answer.sendNothing(303);
    answer.set('Location', '/dashboard/sign-in');
    answer.set('Set-Cookie', [...rememberPage(`${prefix}/docs`, null, origin)]);
    return undefined;
  };
}
