import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import { type Colors, PLAIN } from '../colors.js';
import { makePrintable } from '../print/make-printable.js';
import type { Mode } from './serve-settings.js';

export interface Banner {
  readonly origin: string;
  /** The prefix of every path of the API; `/api` when absent. */
  readonly prefix?: string;
  readonly mode: Mode;
  readonly store: string;
  /** Where calls are counted, without credentials; null for this process's memory. */
  readonly counters: string | null;
  /** False if `disableOpenAPI` is set. */
  readonly isApiServed: boolean;
  readonly hasDocs: boolean;
  /** A link that signs a user in; null if that takes a command. */
  readonly signInLink: string | null;
}

/** Prints the URLs and settings of a server that has just started. */
export function printBanner(banner: Banner, colors: Colors = PLAIN): string {
  const { origin, prefix = DEFAULT_PREFIX } = banner;
  const rows: [string, string][] = [];
  if (banner.isApiServed) rows.push(['API', `${origin}${prefix}`]);
  if (banner.hasDocs) rows.push(['docs', `${origin}${prefix}/docs`]);
  rows.push(['dashboard', `${origin}/dashboard/api-keys`]);
  if (banner.isApiServed) rows.push(['description', `${origin}${prefix}/openapi.json`]);
  rows.push(['mode', banner.mode], ['store', banner.store]);
  if (banner.counters) rows.push(['counters', banner.counters]);
  const table = rows
    .map(([label, value]) => `  ${colors.dim(label.padEnd(11))}  ${makePrintable(value)}\n`)
    .join('');
  const signIn = banner.signInLink
    ? `  ${colors.dim('sign in'.padEnd(11))}  ${colors.bold(makePrintable(banner.signInLink))}\n  ${' '.repeat(11)}  (for the user local; valid once, for 30 minutes)\n`
    : `  ${colors.dim('sign in'.padEnd(11))}  run "procgen users link" to create a link\n`;
  return table + signIn;
}
