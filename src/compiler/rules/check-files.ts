import { MESSAGE_PREFIX } from '../../protocol/messages.js';
import type { LoadedCatalogs } from '../config/load-catalogs.js';
import type { ProjectConfig } from '../config/project-config.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { UnreadFile } from '../discover/discover-procedure-files.js';
import type { UncheckedApi } from '../model/unchecked-api.js';
import { OWN_MESSAGE_KEYS } from '../own-message-keys.js';
import { followSideEffects } from '../parse/list-imports.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { ParsedFile } from '../parsed/parsed-file.js';
import { startOf } from '../source-location.js';
import { guessName, suggestName } from '../suggest-name.js';
import type { Rule } from './rule.js';

/** The modules that a server imports for its schemas have the same values whenever they run. */
export const checkModules: Rule = ({ files }) =>
  files
    .filter(({ procedures }) => procedures.length > 0)
    .flatMap(({ modules }) => modules.flatMap(({ unstableReads }) => unstableReads));

/**
 * A build does not run modules that are imported for their side effects, unless they are part of the setup. Modules
 * with only declarations have no side effects.
 */
export const checkSideEffects: Rule = ({ files, config, sources }) => {
  const setup = config.setup.map(({ path }) => path);
  const ran = followSideEffects(setup, sources);
  return files
    .flatMap(({ sideEffectImports }) => sideEffectImports)
    .filter(({ path }) => !ran.has(path) && hasSideEffects(path, sources))
    .map(({ specifier, path, location }) => {
      const message = `A build does not run ${JSON.stringify(specifier)}, which is imported for its side effects.`;
      const file = sources.parse(path)?.file ?? path;
      const help = `If schemas need it, add \`setup: ['./${file}']\` to the configuration; if not, \`warnings: { 'skipped-side-effect': 'off' }\` turns this off.`;
      return createDiagnostic('skipped-side-effect', location, message, { help });
    });
};

function hasSideEffects(path: string, sources: SourceModules): boolean {
  return [...followSideEffects([path], sources)].some((each) =>
    sources.parse(each)?.effects.some(({ node }) => !('directive' in node && node.directive)),
  );
}

/**
 * A key passed to `ctx.t` is in a catalog or one of procgen's own. Without catalogs, the application's context may
 * define its own `t`.
 */
export function checkMessageUses(
  files: readonly ParsedFile[],
  { catalogs, isComplete }: Pick<LoadedCatalogs, 'catalogs' | 'isComplete'>,
  { procedures, locales, hasOwnContext }: Pick<ProjectConfig, 'procedures' | 'locales' | 'hasOwnContext'>,
): readonly Diagnostic[] {
  const own = Object.values(catalogs).flatMap((messages) => Object.keys(messages));
  if (!isComplete || (hasOwnContext && own.length === 0)) return [];
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

/** Nothing that looks like a procedure, or like a part of one, is ignored silently. */
export function checkIgnored(
  { files, procedures, config }: UncheckedApi,
  unread: readonly UnreadFile[],
): readonly Diagnostic[] {
  const exported = new Set(procedures.map(({ identity }) => identity));
  const nested = files
    .flatMap((file) => file.nested)
    .filter(({ isExposed, identity }) => isExposed && !exported.has(identity));
  return [
    ...unread.map(reportUnread),
    ...nested.map(({ path, location }) =>
      createDiagnostic(
        'nested-procedure',
        location,
        `The procedure at "${path}" stands inside an export and is none itself, so it has no endpoint.`,
      ),
    ),
    ...checkContexts(files, config),
  ];
}

function checkContexts(
  files: UncheckedApi['files'],
  { hasOwnContext, hasOwnAuthentication }: UncheckedApi['config'],
): readonly Diagnostic[] {
  if (hasOwnContext) return [];
  const beside = hasOwnAuthentication ? ' beside `user`' : '';
  const message = `The configuration has no \`context\`, which would give \`ctx\` what this type promises${beside}.`;
  return files
    .flatMap(({ modules }) => modules)
    .flatMap(({ requiredContexts }) => requiredContexts)
    .filter(({ needsMoreThanUser }) => needsMoreThanUser || !hasOwnAuthentication)
    .map(({ location }) => createDiagnostic('missing-context', location, message));
}

const REASONS: Readonly<Record<UnreadFile['reason'], string>> = {
  extension: 'its name does not end in ".ts"',
  'linked-folder': 'links to folders are not followed',
  'broken-link': 'it is a link that leads to no file',
};

function reportUnread({ file, reason }: UnreadFile): Diagnostic {
  const message = `${file} looks as if it held procedures, and is not read: ${REASONS[reason]}.`;
  return createDiagnostic('unread-file', startOf(file), message);
}
