import type { Config } from '../definition/config.js';
import type { Logger } from '../definition/context.js';
import { BuiltInError } from '../protocol/built-in-error.js';
import type { Call } from './call/call.js';
import { answerProbe, isProbe } from './endpoints/health.js';
import type { Exchange } from './exchange.js';
import { DEFAULT_BODY_LIMIT_BYTES } from './guards/read-body.js';
import { isPage, preparePages } from './pages.js';
import type { RouteTable } from './route-table.js';
import type { Running } from './running.js';
import type { RuntimeOptions } from './runtime-options.js';
import { createService, type Service } from './service/create-service.js';
import { type AccessLog, createAccessLog } from './service/log-access.js';
import { reportFailure } from './service/report-failure.js';
import { prepareSignIn } from './sign-in/prepare-sign-in.js';
import { readSignInSettings } from './sign-in/read-sign-in-settings.js';

const DEFAULT_ANSWER_TIMEOUT_MS = 30_000;

/** Where a browser goes that asks for nothing in particular. */
const HOME = '/dashboard/api-keys';

/** Whether a browser asks for the root, to which nothing else answers. */
function isVisit({ method, path, headers }: Exchange): boolean {
  return (
    path === '/' && (method === 'GET' || method === 'HEAD') && String(headers.accept).includes('text/html')
  );
}

/** All that answers requests, for any host. */
export interface Application extends Running {
  readonly service: Service;
  readonly log: Logger;
  /** Writes the access log, where there is one. */
  readonly watch: AccessLog | undefined;
  /** Begins the call of a request; undefined where what is asked for is the host's own. */
  begin(exchange: Exchange): Call | undefined;
  /** Begins the call of a request that is the host's own, where the host has nothing for it: a 404. */
  beginUnknown(exchange: Exchange): Call;
  /** Gathers the answer of a call; a promise only where there was something to wait for. It never rejects. */
  answer(call: Call): undefined | Promise<void>;
  /** Makes a failure of what the host threw, or of what it has nothing for. */
  report(call: Call, thrown: unknown): void;
  /** The longest body that is read, in bytes. */
  readBodyLimit(): number;
  /** `answerTimeoutMs` of the configuration that is served now. */
  readAnswerTimeoutMs(): number;
}

/**
 * Prepares the whole service. Opening the store begins at once; requests that come earlier wait. Throws a
 * ConfigurationError for a setting that cannot be.
 */
export function createApplication(routes: RouteTable, config: Config, options: RuntimeOptions): Application {
  const settings = readSignInSettings(config, options.openIdClientSecret);
  const service = createService(routes, config, options, (exchange) => signIn.readProxyUser(exchange));
  const { log, close, keyring, replaceRoutes, beginDrain } = service;
  const signIn = prepareSignIn(settings, log);
  const answerPage = preparePages(service, signIn, config);
  const servesAll = options.serves === 'all';

  function report(call: Call, thrown: unknown): void {
    reportFailure(call, thrown, { log, onError: service.version.config.onError });
  }

  async function answerOutside(call: Call): Promise<void> {
    const { url, path, method } = call.exchange;
    try {
      if (url.includes('#')) throw new BuiltInError('BAD_REQUEST', 'input.path');
      if (servesAll && isProbe(path)) await answerProbe(call, service.isServing);
      else if (servesAll && isPage(path)) await answerPage(call);
      else if (servesAll && isVisit(call.exchange)) {
        call.answer.set('Location', HOME);
        call.answer.set('Vary', 'Accept');
        call.answer.sendNothing(302);
      } else throw new BuiltInError('NOT_FOUND');
    } catch (thrown) {
      report(call, thrown);
    }
    call.answer.conclude(method);
  }

  return {
    service,
    log,
    watch: config.accessLog === false ? undefined : createAccessLog(log),
    begin(exchange) {
      const { path } = exchange;
      if (service.version.hasPath(path)) return service.begin(exchange, true);
      return servesAll && (isProbe(path) || isPage(path)) ? service.begin(exchange, false) : undefined;
    },
    beginUnknown: (exchange) => service.begin(exchange, false),
    answer: (call) => (call.isApi ? service.answer(call) : answerOutside(call)),
    report,
    readBodyLimit: () => service.version.config.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
    readAnswerTimeoutMs: () => service.version.config.answerTimeoutMs ?? DEFAULT_ANSWER_TIMEOUT_MS,
    async ready() {
      await Promise.all([service.ready(), signIn.ready()]);
    },
    close,
    keyring,
    replaceRoutes,
    beginDrain,
  };
}
