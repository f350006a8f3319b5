import { EXPLORER_PAGE } from '../explorer/page.js';
import { EXPLORER_SCRIPT } from '../explorer/script.js';
import { EXPLORER_STYLE } from '../explorer/style.js';
import { EXPLORER_POLICY } from '../respond/security-headers.js';
import type { Endpoint } from './endpoint.js';

const FILES = [
  { path: '/docs', type: 'text/html; charset=utf-8', text: EXPLORER_PAGE },
  { path: '/docs/explorer.js', type: 'text/javascript; charset=utf-8', text: EXPLORER_SCRIPT },
  { path: '/docs/explorer.css', type: 'text/css; charset=utf-8', text: EXPLORER_STYLE },
] as const;

export const EXPLORER_PATHS = FILES.map(({ path }) => path);

/** The explorer: one page and its two files, which read the description and call the API it stands beside. */
export function createExplorer(): readonly Endpoint[] {
  return FILES.map(({ path, type, text }) => ({
    path,
    methods: ['GET'],
    answer: ({ answer }) => {
      answer.send(200, type, text);
      answer.set('Content-Security-Policy', EXPLORER_POLICY);
      answer.set('Referrer-Policy', 'no-referrer');
      return undefined;
    },
  }));
}
