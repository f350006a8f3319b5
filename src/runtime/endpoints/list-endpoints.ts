import type { Config } from '../../definition/config.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { EXPLORER_PAGE, EXPLORER_STYLE } from '../explorer/page.js';
import { EXPLORER_SCRIPT } from '../explorer/script.js';
import { EXPLORER_POLICY } from '../respond/security-headers.js';
import type { Mode } from '../runtime-options.js';
import type { Description, Endpoint } from './description.js';

/** The description, and in development the explorer; where that is turned off its paths stay as a 404. */
export function listEndpoints(config: Config, mode: Mode, description: Description): readonly Endpoint[] {
  const isExplored = config.docs !== false && mode === 'development';
  return [description.endpoint, ...FILES.map(isExplored ? createExplored : createDisabled)];
}

/** The place of an endpoint that is turned off: a 404 for every method, and for no procedure to be mistaken for. */
function createDisabled({ path }: ExplorerFile): Endpoint {
  return {
    path,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    answer: () => {
      throw new BuiltInError('NOT_FOUND');
    },
  };
}

/** The explorer: one page and its two files, which read the description and call the API it stands beside. */
const FILES = [
  { path: '/docs', type: 'text/html; charset=utf-8', text: EXPLORER_PAGE },
  { path: '/docs/explorer.js', type: 'text/javascript; charset=utf-8', text: EXPLORER_SCRIPT },
  { path: '/docs/explorer.css', type: 'text/css; charset=utf-8', text: EXPLORER_STYLE },
] as const;

type ExplorerFile = (typeof FILES)[number];

function createExplored({ path, type, text }: ExplorerFile): Endpoint {
  return {
    path,
    methods: ['GET'],
    answer: ({ answer }) => {
      answer.send(200, type, text);
      answer.set('Content-Security-Policy', EXPLORER_POLICY);
      answer.set('Referrer-Policy', 'no-referrer');
      return undefined;
    },
  };
}
