import { isProcedureError, ProcedureError } from '../protocol/procedure-error.js';
import type { Answer, PageAnswer } from './answer.js';
import { findAsset, renderAsset } from './assets/find-asset.js';
import type { DashboardOptions } from './dashboard-options.js';
import { KeyNotFound } from './handlers/find-key.js';
import { openPageContext, readBaseContext } from './open-page-context.js';
import type { BaseContext } from './page-context.js';
import type { PageRequest } from './page-request.js';
import type { PageResponse } from './page-response.js';
import type { Account } from './pages/header.js';
import { renderKeyNotFound, renderMessagePage } from './pages/message-page.js';
import { type PageFrame, renderPage } from './pages/page.js';
import { renderInsecureConnection } from './pages/sign-in-page.js';
import { DASHBOARD_ROUTES } from './routes.js';

export type { DashboardOptions } from './dashboard-options.js';
export type { PageRequest } from './page-request.js';
export type { PageResponse } from './page-response.js';

/** Handles a request for a path of the dashboard. */
export type Dashboard = (request: PageRequest) => Promise<PageResponse>;

/** Whether the dashboard handles the path. */
export function isDashboardPath(path: string): boolean {
  return path === '/dashboard' || path.startsWith('/dashboard/');
}

/**
 * Serves the pages. They accept the session cookie and a trusted proxy's header, never an API key. Error pages do not
 * reveal the cause.
 */
export function createDashboard(options: DashboardOptions): Dashboard {
  return async (request) => {
    const response = await respond(request);
    return { ...response, headers: { ...SECURITY_HEADERS, ...response.headers } };
  };

  async function respond(request: PageRequest): Promise<PageResponse> {
    const { method, path } = request;
    const base = readBaseContext(request, options);
    let account: Account | null = null;
    try {
      const asset = findAsset(path);
      const route = DASHBOARD_ROUTES.find((candidate) => candidate.path.test(path));
      const methods = [...(asset || route?.GET ? SAFE_METHODS : []), ...(route?.POST ? ['POST'] : [])];
      if (method === 'OPTIONS' && methods.length > 0) return renderMethods(methods);
      checkMethod(method, methods);
      if (asset) return renderAsset(asset);

      const handler = method === 'POST' ? route?.POST : route?.GET;
      if (!route || !handler) throw new ProcedureError('NOT_FOUND', 'Page not found.');
      const keyId = route.path.exec(path)?.[1] ?? '';
      const context = await openPageContext(request, options, { base, keyId });
      const { userId, isFromProxy } = context;
      account = userId === null ? null : { userId, isFromProxy };
      return renderAnswer(await handler(context), createFrame(request, base, account));
    } catch (error) {
      return renderAnswer(
        renderErrorPage(request, error, base, options),
        createFrame(request, base, account),
      );
    }
  }

  function createFrame({ path }: PageRequest, base: BaseContext, account: Account | null): Frame {
    return { ...base, path, account, docsPath: options.api?.().docsPath ?? null };
  }
}

type Frame = Omit<PageFrame, 'title' | 'body'>;

const SAFE_METHODS = ['GET', 'HEAD'];

/** Throws METHOD_NOT_ALLOWED unless the path has no methods at all, which is a 404. */
function checkMethod(method: string, allowed: readonly string[]): void {
  if (allowed.length === 0 || allowed.includes(method)) return;
  throw new ProcedureError('METHOD_NOT_ALLOWED', 'Method not allowed.', {
    headers: { Allow: printMethods(allowed) },
  });
}

function renderMethods(methods: readonly string[]): PageResponse {
  return { status: 204, headers: { Allow: printMethods(methods) }, body: null };
}

function printMethods(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
}

/** The page for an error. Errors with a status of 500 or more are logged, and their cause is not shown. */
function renderErrorPage(
  { method, path, requestId }: PageRequest,
  error: unknown,
  { t, origin }: BaseContext,
  { log }: DashboardOptions,
): PageAnswer {
  const status = isProcedureError(error) ? error.status : 500;
  if (status >= 500) log.error({ err: error, method, path }, 'dashboard request failed');
  // Over plain http browsers send no `Sec-Fetch-Site`, so the page explains the insecure connection.
  if (status === 403 && !origin.isTrustworthy) return renderInsecureConnection(t);
  const isForm = !SAFE_METHODS.includes(method);
  const page =
    error instanceof KeyNotFound ? renderKeyNotFound(t) : renderMessagePage(t, status, { requestId, isForm });
  return isProcedureError(error) ? { ...page, headers: error.headers } : page;
}

function renderAnswer(answer: Answer, frame: Frame): PageResponse {
  const headers = { 'Content-Language': frame.language, Vary: 'Accept-Language', ...answer.headers };
  if (answer.kind === 'redirect') {
    return {
      status: 303,
      headers: { ...headers, Location: answer.location, 'Content-Type': 'text/plain; charset=utf-8' },
      body: '',
    };
  }
  return {
    status: answer.status,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
    body: renderPage({ ...frame, title: answer.title, body: answer.body }).markup,
  };
}

/** Sent with every response of the dashboard, whatever its status. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Prevents other pages of this origin, such as the explorer, from getting a reference to a dashboard window.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;
