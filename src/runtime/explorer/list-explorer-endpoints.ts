import { readFile } from 'node:fs/promises';
import { findDocsError, readAudience } from '../../definition/docs.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import type { Call } from '../call/call.js';
import { ConfigurationError } from '../configuration-error.js';
import type { Endpoint } from '../endpoints/description.js';
import type { Guard } from '../guards/guard.js';
import { PACKAGE_FOLDER } from '../package-folder.js';
import { JSON_TYPE } from '../respond/answer.js';
import { prepareStaticBody } from '../respond/static-body.js';
import { challengeVisitor } from './challenge-visitor.js';
import { completeDescription } from './complete-description.js';
import type { ExplorerParts } from './explorer-parts.js';
import { prepareKeyIssue } from './issue-key.js';
import { preparePage } from './prepare-page.js';
import { prepareVisitorReader } from './read-visitor.js';
import { prepareSignInRedirect } from './redirect-to-sign-in.js';
import { EXPLORER_SCRIPT } from './script.js';
import { EXPLORER_STYLE } from './style.js';

/** The library that renders the description, in one compressed file. `build:dist` copies it from `scripts/explorer`. */
const LIBRARY = new URL('dist/explorer/scalar.js.br', PACKAGE_FOLDER);

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/**
 * Lists the endpoints of the explorer: its page, the files that the page loads, the completed description, and the one
 * that issues its key. Content is created on the first request. If the explorer is off, its paths answer 404, and no
 * procedure with a path parameter matches them. Throws a ConfigurationError for an invalid `docs` setting.
 */
export function listExplorerEndpoints(parts: ExplorerParts): readonly Endpoint[] {
  const { config, mode, table, prefix, description } = parts;
  const error = findDocsError(config.docs, config.authenticate !== undefined);
  if (error !== undefined) throw new ConfigurationError(`docs: ${error}.`);
  const audience = readAudience(config.docs, mode);
  if (audience === false) return PATHS.map(createDisabled);

  const readVisitor = prepareVisitorReader(parts);
  /** Restricts an endpoint to those who may open the explorer; others get the refusal or response of `refuse`. */
  const restrict = (answer: (call: Call) => Promise<void>, refuse: Guard): Guard => {
    return async (call) => {
      if (audience === 'signed-in') {
        if ((await readVisitor(call)) === null) return refuse(call);
        await answer(call);
        call.answer.set('Cache-Control', 'private, no-cache');
      } else await answer(call);
      return undefined;
    };
  };
  const sendDescription = prepareStaticBody({
    type: JSON_TYPE,
    read: async () =>
      Buffer.from(await completeDescription(description.read(), { prefix, credentials: table.credentials })),
  });
  const completed = restrict(
    ({ answer, exchange }) => sendDescription(answer, exchange.headers),
    challengeVisitor,
  );
  return [
    { path: '/docs', methods: ['GET'], answer: restrict(preparePage(parts), prepareSignInRedirect(parts)) },
    { path: '/docs/openapi.json', methods: ['GET'], answer: completed },
    createFile('/docs/scalar.js', SCRIPT_TYPE, () => readFile(LIBRARY), 'br'),
    createFile('/docs/explorer.js', SCRIPT_TYPE, async () => Buffer.from(EXPLORER_SCRIPT)),
    createFile('/docs/explorer.css', 'text/css; charset=utf-8', async () => Buffer.from(EXPLORER_STYLE)),
    config.authenticate === undefined
      ? { path: '/docs/key', methods: ['POST'], answer: prepareKeyIssue(parts, readVisitor) }
      : createDisabled('/docs/key'),
  ];
}

const PATHS = [
  '/docs',
  '/docs/openapi.json',
  '/docs/scalar.js',
  '/docs/explorer.js',
  '/docs/explorer.css',
  '/docs/key',
] as const;

/** Creates an endpoint that is turned off: a 404 for every method, so that no procedure matches its path. */
function createDisabled(path: string): Endpoint {
  return {
    path,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    answer: () => {
      throw new BuiltInError('NOT_FOUND');
    },
  };
}

function createFile(path: string, type: string, read: () => Promise<Uint8Array>, storedAs?: 'br'): Endpoint {
  const send = prepareStaticBody({ type, read, ...(storedAs && { storedAs }) });
  return {
    path,
    methods: ['GET'],
    answer: async ({ answer, exchange }) => {
      await send(answer, exchange.headers);
      return undefined;
    },
  };
}
