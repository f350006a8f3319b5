import { isMessageKey, MESSAGE_PREFIX } from '../../protocol/messages.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Catalogs } from '../load/load-catalogs.js';
import type { ProjectConfig } from '../load/project-config.js';
import type { MessageUse } from '../read/list-message-uses.js';

/** A key that `ctx.t` is given is in a catalog, or one of the package's own. */
export function checkMessageUses(
  uses: readonly MessageUse[],
  catalogs: Catalogs,
  { procedures, locales }: Pick<ProjectConfig, 'procedures' | 'locales'>,
): readonly Diagnostic[] {
  const known = new Set(Object.values(catalogs).flatMap((messages) => Object.keys(messages)));
  const files = locales.map((locale) => `${procedures}/_locales/${locale}.json`).join(', ');
  return uses.flatMap(({ key, place }) => {
    const isOwn = key.startsWith(MESSAGE_PREFIX);
    if (known.has(key) || (isOwn && isMessageKey(key.slice(MESSAGE_PREFIX.length)))) return [];
    const message = `${isOwn ? 'procgen' : 'No catalog'} has ${isOwn ? 'no' : 'the'} message ${JSON.stringify(key)}.`;
    const help = isOwn ? 'Fix the key.' : `Fix the key, or add the message to ${files}.`;
    return [createDiagnostic('unknown-message', place, message, { help })];
  });
}
