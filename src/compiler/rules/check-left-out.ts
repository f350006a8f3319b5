import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { UnreadFile } from '../discover/discover-procedure-files.js';
import type { UncheckedApi } from '../model/unchecked-api.js';
import { startOf } from '../source-location.js';

/** Nothing that looks like a procedure, or like a part of one, is left out without a word. */
export function checkLeftOut(
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
    .flatMap(({ promisedContexts }) => promisedContexts)
    .filter(({ isBesideUser }) => isBesideUser || !hasOwnAuthentication)
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
