import { MESSAGE_PREFIX } from '../../protocol/messages.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Catalogs } from '../load/load-catalogs.js';
import type { ProjectConfig } from '../load/project-config.js';
import { OWN_MESSAGE_KEYS } from '../own-message-keys.js';
import type { MessageUse } from '../parse/list-message-uses.js';
import { guessName, suggestName } from '../suggest-name.js';

/**
 * A key that `ctx.t` is given is in a catalog, or one of the package's own. Where there are no catalogs the context of the
 * application may bring a `t` of its own.
 */
export function checkMessageUses(
  uses: readonly MessageUse[],
  catalogs: Catalogs,
  { procedures, locales, hasOwnContext }: Pick<ProjectConfig, 'procedures' | 'locales' | 'hasOwnContext'>,
): readonly Diagnostic[] {
  const own = Object.values(catalogs).flatMap((messages) => Object.keys(messages));
  if (hasOwnContext && own.length === 0) return [];
  const known = new Set([...own, ...OWN_MESSAGE_KEYS]);
  const files = locales.map((locale) => `${procedures}/_locales/${locale}.json`).join(', ');
  return uses
    .filter(({ key }) => !known.has(key))
    .map(({ key, place }) => {
      const [message, help] = key.startsWith(MESSAGE_PREFIX)
        ? [`procgen has no message ${JSON.stringify(key)}.`, suggestName(key, OWN_MESSAGE_KEYS)]
        : [
            `No catalog has the message ${JSON.stringify(key)}.`,
            `${guessName(key, [...new Set(own)])}Fix the key, or add the message to ${files}.`,
          ];
      return createDiagnostic('unknown-message', place, message, { help });
    });
}
