import { MESSAGE_PREFIX } from '../../protocol/messages.js';
import type { LoadedCatalogs } from '../config/load-catalogs.js';
import type { ProjectConfig } from '../config/project-config.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { OWN_MESSAGE_KEYS } from '../own-message-keys.js';
import type { ParsedFile } from '../parsed/parsed-file.js';
import { guessName, suggestName } from '../suggest-name.js';

/**
 * A key that `ctx.t` is given is in a catalog, or one of the package's own. Where there are no catalogs the context of the
 * application may bring a `t` of its own.
 */
export function checkMessageUses(
  files: readonly ParsedFile[],
  { catalogs, isWhole }: Pick<LoadedCatalogs, 'catalogs' | 'isWhole'>,
  { procedures, locales, hasOwnContext }: Pick<ProjectConfig, 'procedures' | 'locales' | 'hasOwnContext'>,
): readonly Diagnostic[] {
  const own = Object.values(catalogs).flatMap((messages) => Object.keys(messages));
  if (!isWhole || (hasOwnContext && own.length === 0)) return [];
  const known = new Set([...own, ...OWN_MESSAGE_KEYS]);
  const catalogFiles = locales.map((locale) => `${procedures}/_locales/${locale}.json`).join(', ');
  return files
    .flatMap(({ modules }) => modules)
    .flatMap(({ messageUses }) => messageUses)
    .filter(({ key }) => !known.has(key))
    .map(({ key, location }) => {
      const [message, help] = key.startsWith(MESSAGE_PREFIX)
        ? [`procgen has no message ${JSON.stringify(key)}.`, suggestName(key, OWN_MESSAGE_KEYS)]
        : [
            `No catalog has the message ${JSON.stringify(key)}.`,
            `${guessName(key, [...new Set(own)])}Fix the key, or add the message to ${catalogFiles}.`,
          ];
      return createDiagnostic('unknown-message', location, message, { help });
    });
}
