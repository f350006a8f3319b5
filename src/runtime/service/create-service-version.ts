import type { KeyUse } from '../../dashboard/key-use.js';
import type { Config } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import { readAudience } from '../../definition/docs.js';
import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import { type LocaleNegotiator, prepareLocaleNegotiator } from '../context/negotiate-locale.js';
import {
  type MessageFormatters,
  prepareMessageFormatters,
  prepareTranslations,
} from '../context/translate.js';
import { logThrown } from '../describe-thrown.js';
import { createDescription } from '../endpoints/description.js';
import type { ExplorerParts } from '../explorer/explorer-parts.js';
import { listExplorerEndpoints } from '../explorer/list-explorer-endpoints.js';
import { addBuiltInMessages } from '../messages/built-in-messages.js';
import { createOpenStreams, type OpenStreams } from '../overload/open-streams.js';
import type { Repeat } from '../repeat.js';
import { type ProxyTrust, prepareProxyTrust } from '../request/proxy-trust.js';
import type { RouteTable } from '../route-table.js';
import { createTable, type Table, type TableParts } from './create-table.js';
import { type CrossOrigin, prepareCrossOrigin } from './cross-origin.js';
import { describeKeyUse } from './describe-key-use.js';

/** One version of the routes and the configuration, with the requests that still use it. */
export interface ServiceVersion {
  readonly config: Config;
  keyUse(): KeyUse;
  readonly table: Table;
  /** The prefix of every path of the API. */
  readonly prefix: string;
  /** Whether the path belongs to the API, even if it gets a 404. */
  readonly hasPath: (path: string) => boolean;
  readonly negotiateLocale: LocaleNegotiator;
  /** Whether responses depend on `Accept-Language`. */
  readonly isMultilingual: boolean;
  readonly messageFormatters: MessageFormatters;
  readonly proxies: ProxyTrust;
  readonly crossOrigin: CrossOrigin;
  /** Reads the description and runs `onStart`. */
  start(): Promise<void>;
  enter(): void;
  leave(): void;
  /** The number of requests between `enter` and `leave`. */
  countCalls(): number;
  readonly streams: OpenStreams;
  /** Ends the streams, waits for the last request or for `abandoned`, then runs `onStop`. */
  retire(): Promise<void>;
}

export interface ServiceVersionParts
  extends Omit<TableParts, 'translations' | 'prefix' | 'streams'>,
    Pick<ExplorerParts, 'mode' | 'readProxyUser' | 'hasDashboard'> {
  /** Resolves when requests are no longer waited for. */
  readonly abandoned: Promise<void>;
  readonly repeatTick?: Repeat | undefined;
}

/** Creates a version. With `disableOpenAPI` nothing is served under the prefix: no routes, endpoints or preflights. */
export function createServiceVersion(
  built: RouteTable,
  config: Config,
  parts: ServiceVersionParts,
): ServiceVersion {
  const { log, abandoned } = parts;
  const isServed = !config.disableOpenAPI;
  const routes: RouteTable = isServed ? built : { ...built, routes: [] };
  const description = createDescription(routes.description);
  const locales = config.locales ?? Object.keys(routes.messages);
  const translations = prepareTranslations(addBuiltInMessages(routes.messages, locales), log);
  const crossOrigin = prepareCrossOrigin(config.cors);
  const { prefix = DEFAULT_PREFIX } = built;
  const proxies = prepareProxyTrust(config.trustProxy);
  const explorer = { ...parts, config, table: routes, prefix, description, proxies };
  const endpoints = isServed ? [description.endpoint, ...listExplorerEndpoints(explorer)] : [];
  const isExplored = isServed && readAudience(config.docs, parts.mode) !== false;
  const streams = createOpenStreams({ overload: config.overload, repeat: parts.repeatTick });
  const table = createTable(routes, config, endpoints, { ...parts, streams, translations, prefix });
  const requests = createRequestCount();
  let isStarted = false;
  let keyUse: KeyUse | undefined;
  return {
    config,
    keyUse() {
      keyUse ??= describeKeyUse(routes, config, isExplored);
      return keyUse;
    },
    table,
    prefix,
    hasPath: prepareOwnership(prefix, table),
    negotiateLocale: prepareLocaleNegotiator(locales),
    isMultilingual: locales.length > 1,
    messageFormatters: prepareMessageFormatters(translations),
    proxies,
    streams,
    crossOrigin: isServed ? crossOrigin : () => false,
    async start() {
      if (isServed) await description.load();
      await config.onStart?.({ log });
      isStarted = true;
    },
    enter: requests.enter,
    leave: requests.leave,
    countCalls: requests.count,
    async retire() {
      streams.end();
      await Promise.race([requests.whenNone(), abandoned]);
      const hasStarted = isStarted;
      isStarted = false;
      if (hasStarted) await stop(config, log);
    },
  };
}

/** Prepares `hasPath`. With a prefix, it is true for everything below; without, only for procedures and endpoints. */
function prepareOwnership(prefix: string, { index }: Table): (path: string) => boolean {
  if (prefix === '') return (path) => index.listMethods(path).size > 0;
  const folder = `${prefix}/`;
  return (path) => path.startsWith(folder) || path === prefix;
}

async function stop(config: Config, log: Logger): Promise<void> {
  try {
    await config.onStop?.({ log });
  } catch (error) {
    logThrown(log, error, 'onStop failed');
  }
}

function createRequestCount() {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    count: () => count,
    enter() {
      count += 1;
    },
    leave() {
      count -= 1;
      if (count > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    async whenNone() {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
