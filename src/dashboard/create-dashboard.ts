import type Koa from 'koa';
import { isProcedureError, ProcedureError } from '../protocol/procedure-error.js';
import type { PageAnswer } from './answer.js';
import { isAsset, serveAsset } from './assets/serve-asset.js';
import type { DashboardOptions } from './dashboard-options.js';
import { openVisit, readReader } from './open-visit.js';
import { renderMessagePage } from './pages/message-page.js';
import type { Account } from './pages/page.js';
import { renderInsecureConnection } from './pages/sign-in-page.js';
import { DASHBOARD_ROUTES } from './routes.js';
import { SECURITY_HEADERS } from './security-headers.js';
import { sendAnswer } from './send-answer.js';
import { createSubmissions } from './submissions.js';
import type { Reader } from './visit.js';

export type { DashboardOptions } from './dashboard-options.js';

/**
 * The pages: a Koa middleware that answers everything under `/dashboard` and passes the rest on. Only its own
 * cookie opens them. Whatever fails inside is answered here, by a page that does not say why.
 */
export function createDashboard(options: DashboardOptions): Koa.Middleware {
  const submissions = createSubmissions();

  return async (ctx, next) => {
    if (ctx.path !== '/dashboard' && !ctx.path.startsWith('/dashboard/')) return next();
    ctx.set(SECURITY_HEADERS);
    const reader = readReader(ctx, options);
    let account: Account | null = null;
    try {
      const route = DASHBOARD_ROUTES.find(({ path }) => path.test(ctx.path));
      const methods = isAsset(ctx.path)
        ? READING
        : [...(route?.GET ? READING : []), ...(route?.POST ? ['POST'] : [])];
      if (ctx.method === 'OPTIONS' && methods.length > 0) return sendMethods(ctx, methods);
      checkMethod(ctx.method, methods);
      if (isAsset(ctx.path)) return serveAsset(ctx);

      const handler = ctx.method === 'POST' ? route?.POST : route?.GET;
      if (!handler) return;
      const keyId = route?.path.exec(ctx.path)?.[1] ?? '';
      const visit = await openVisit(ctx, options, { reader, keyId, submissions });
      const { userId, isFromProxy } = visit;
      account = userId === null ? null : { userId, isFromProxy };
      sendAnswer(ctx, await handler(visit), reader, account);
    } catch (error) {
      sendAnswer(ctx, explainFault(ctx, error, reader, options), reader, account);
    }
  };
}

const READING = ['GET', 'HEAD'];

function checkMethod(method: string, allowed: readonly string[]): void {
  if (allowed.length === 0) throw new ProcedureError('NOT_FOUND', 'No such page.');
  if (allowed.includes(method)) return;
  throw new ProcedureError('METHOD_NOT_ALLOWED', 'Not here.', { headers: { Allow: printMethods(allowed) } });
}

function sendMethods(ctx: Koa.Context, methods: readonly string[]): void {
  ctx.set('Allow', printMethods(methods));
  ctx.status = 204;
}

function printMethods(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
}

/** The page for what went wrong. What is not the reader's doing is logged, and never told. */
function explainFault(
  ctx: Koa.Context,
  error: unknown,
  { t, origin }: Reader,
  { log }: DashboardOptions,
): PageAnswer {
  const status = isProcedureError(error) ? error.status : 500;
  if (status >= 500)
    log.error({ err: error, method: ctx.method, path: ctx.path }, 'dashboard request failed');
  // Over plain http a browser tells nothing of where a form came from: the connection is what to mend.
  if (status === 403 && !origin.isTrustworthy) return renderInsecureConnection(t);
  const page = renderMessagePage(t, status, ctx.response.get('X-Request-Id'));
  return isProcedureError(error) ? { ...page, headers: error.headers } : page;
}
