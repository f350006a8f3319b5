import { LANGUAGES } from '../../dashboard/messages.js';
import type { Call } from '../call/call.js';
import { prepareLocaleNegotiator } from '../context/negotiate-locale.js';
import { prepareStaticBody, type SendStaticBody } from '../respond/static-body.js';
import type { ExplorerParts } from './explorer-parts.js';
import { renderExplorerPage } from './page.js';
import { printExplorerPolicy } from './policy.js';

/** Prepares the page in the reader's language. */
export function preparePage({
  config,
  prefix,
  proxies,
  hasDashboard,
}: ExplorerParts): (call: Call) => Promise<void> {
  const areKeysAccepted = config.authenticate === undefined;
  const view = {
    title: config.info?.title ?? 'API',
    prefix,
    areKeysAccepted,
    linksToDashboard: hasDashboard && areKeysAccepted,
  };
  const pages = new Map(
    LANGUAGES.map((language): [string, SendStaticBody] => {
      const read = async () => Buffer.from(renderExplorerPage({ ...view, language }));
      return [language, prepareStaticBody({ type: 'text/html; charset=utf-8', read })];
    }),
  );
  const negotiate = prepareLocaleNegotiator(LANGUAGES);
  const ownHost = config.baseUrl === undefined ? [] : [new URL(config.baseUrl).host];

  return async ({ answer, exchange }) => {
    const { headers } = exchange;
    const language = negotiate(headers['accept-language'] as string | undefined);
    answer.vary('Accept-Language');
    answer.set('Content-Language', language);
    const hosts = [proxies.readOrigin(exchange).host, ...ownHost];
    answer.set('Content-Security-Policy', printExplorerPolicy(hosts, prefix));
    answer.set('Referrer-Policy', 'no-referrer');
    await pages.get(language)?.(answer, headers);
  };
}
