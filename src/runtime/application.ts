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

/** Where a browser that requests the root is redirected. */
const HOME = '/dashboard/api-keys';

/** Whether a browser requests the root, which nothing else answers. */
function isBrowserAtRoot({ method, path, headers }: Exchange): boolean {
  return (
    path === '/' && (method === 'GET' || method === 'HEAD') && String(headers.accept).includes('text/html')
  );
}

/** Answers all requests, for any host. */
export interface Application extends Running {
  readonly service: Service;
  readonly log: Logger;
  /** Writes the access log, if there is one. */
  readonly accessLog: AccessLog | undefined;
  /** Begins the call of a request; undefined if the request belongs to the host. */
  begin(exchange: Exchange): Call | undefined;
  /** Begins the call of a request that neither the service nor the host handles: a 404. */
  beginUnknown(exchange: Exchange): Call;
  /** Completes the response of a call. Returns a promise only if it has to wait; it never rejects. */
  answer(call: Call): undefined | Promise<void>;
  /** Responds with a failure for what the host threw or does not handle. */
  report(call: Call, thrown: unknown): void;
  /** Returns the maximum size of a body, in bytes. */
  readBodyLimit(): number;
  /** Returns `answerTimeoutMs` of the current configuration. */
  readAnswerTimeoutMs(): number;
}

/**
 * Prepares the whole service. Opening the store begins at once; requests that come earlier wait. Throws a
 * ConfigurationError for an invalid setting.
 */
export function createApplication(routes: RouteTable, config: Config, options: RuntimeOptions): Application {
  const settings = readSignInSettings(config, options.openIdClientSecret);
  const service = createService(routes, config, options, (exchange) => signIn.readProxyUser(exchange));
  const { log, close, keyring, replaceRoutes, beginDrain } = service;
  const signIn = prepareSignIn(settings, log);
  const answerPage = preparePages(service, signIn, config);
  const servesAll = options.serves === 'all';

  function report(call: Call, thrown: unknown): void {
    reportFailure(call, thrown, { log, onError: service.version().config.onError });
  }

  async function answerNonApi(call: Call): Promise<void> {
    const { url, path, method } = call.exchange;
    try {
      if (url.includes('#')) throw new BuiltInError('BAD_REQUEST', 'input.path');
      if (servesAll && isProbe(path)) await answerProbe(call, service.isServing);
      else if (servesAll && isPage(path)) await answerPage(call);
      else if (servesAll && isBrowserAtRoot(call.exchange)) {
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
    accessLog: config.accessLog === false ? undefined : createAccessLog(log),
    begin(exchange) {
      const { path } = exchange;
      if (service.version().hasPath(path)) return service.begin(exchange, true);
      return servesAll && (isProbe(path) || isPage(path)) ? service.begin(exchange, false) : undefined;
    },
    beginUnknown: (exchange) => service.begin(exchange, false),
    answer: (call) => (call.isApi ? service.answer(call) : answerNonApi(call)),
    report,
    readBodyLimit: () => service.version().config.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
    readAnswerTimeoutMs: () => service.version().config.answerTimeoutMs ?? DEFAULT_ANSWER_TIMEOUT_MS,
    async ready() {
      await Promise.all([service.ready(), signIn.ready()]);
    },
    close,
    keyring,
    replaceRoutes,
    beginDrain,
  };
}
