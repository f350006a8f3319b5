import { MESSAGE_PREFIX } from '../../protocol/messages.js';
import { createDiagnostic } from '../diagnostic.js';
import type { UnreadFile } from '../discover/discover-procedure-files.js';
import { OWN_MESSAGE_KEYS } from '../own-message-keys.js';
import { followSideEffects } from '../parse/list-imports.js';
import type { SourceModules } from '../parse/source-modules.js';
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
export const checkMessageUses: Rule = ({ files, catalogs: { catalogs, isComplete }, config }) => {
  const { procedures, locales, hasOwnContext } = config;
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
};

/** Every exposed procedure is an export. */
export const checkNested: Rule = ({ files, procedures }) => {
  const exported = new Set(procedures.map(({ identity }) => identity));
  return files
    .flatMap(({ nested }) => nested)
    .filter(({ isExposed, identity }) => isExposed && !exported.has(identity))
    .map(({ path, location }) => {
      const message = `The procedure at "${path}" stands inside an export and is none itself, so it has no endpoint.`;
      return createDiagnostic('nested-procedure', location, message);
    });
};

/** The configuration provides the context that builders promise. */
export const checkContexts: Rule = ({ files, config: { hasOwnContext, hasOwnAuthentication } }) => {
  if (hasOwnContext) return [];
  const beside = hasOwnAuthentication ? ' beside `user`' : '';
  const message = `The configuration has no \`context\`, which would give \`ctx\` what this type promises${beside}.`;
  return files
    .flatMap(({ modules }) => modules)
    .flatMap(({ requiredContexts }) => requiredContexts)
    .filter(({ needsMoreThanUser }) => needsMoreThanUser || !hasOwnAuthentication)
    .map(({ location }) => createDiagnostic('missing-context', location, message));
};

const REASONS: Readonly<Record<UnreadFile['reason'], string>> = {
  extension: 'its name does not end in ".ts"',
  'linked-folder': 'links to folders are not followed',
  'broken-link': 'it is a link that leads to no file',
};

/** No file that looks as if it held procedures is ignored silently. */
export const checkUnread: Rule = ({ unread }) =>
  unread.map(({ file, reason }) => {
    const message = `${file} looks as if it held procedures, and is not read: ${REASONS[reason]}.`;
    return createDiagnostic('unread-file', startOf(file), message);
  });
