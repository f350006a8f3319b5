import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { UnreadFile } from '../discover/find-unread-files.js';
import type { OwnMetadata } from '../load/take-procedures.js';
import { keyOf } from '../locations/chain-places.js';
import { isExposed } from '../model/draft-procedures.js';
import { startOf } from '../place.js';
import { findNearest } from '../suggest-name.js';
import type { LeftOut } from './left-out.js';
import type { ComparedApi } from './rule.js';

/** Nothing that looks like a procedure, or like a part of one, is left out without a word. */
export function checkLeftOut(leftOut: LeftOut, { drafts, config }: ComparedApi): readonly Diagnostic[] {
  const exported = new Set(drafts.map(({ loaded }) => loaded.identity));
  const nested = leftOut.nested.filter(({ meta, identity }) => isExposed(meta) && !exported.has(identity));
  return [
    ...leftOut.unread.map(reportUnread),
    ...leftOut.unexported.map(({ name, place }) =>
      createDiagnostic(
        'unexported-procedure',
        place,
        `The procedure in "${name}" is not exported, so it has no endpoint.`,
      ),
    ),
    ...nested.map(({ path, place }) =>
      createDiagnostic(
        'nested-procedure',
        place,
        `The procedure at "${path}" stands inside an export and is none itself, so it has no endpoint.`,
      ),
    ),
    ...leftOut.ownMetadata.flatMap(checkKeys),
    ...checkContexts(leftOut, config),
  ];
}

function checkContexts(
  { promisedContexts }: LeftOut,
  { hasOwnContext, hasOwnAuthentication }: ComparedApi['config'],
): readonly Diagnostic[] {
  if (hasOwnContext) return [];
  const beside = hasOwnAuthentication ? ' beside `user`' : '';
  const message = `The configuration has no \`context\`, which would give \`ctx\` what this type promises${beside}.`;
  return promisedContexts
    .filter(({ isBesideUser }) => isBesideUser || !hasOwnAuthentication)
    .map(({ place }) => createDiagnostic('missing-context', place, message));
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

const KEYS = ['openapi', 'rateLimit'] as const;

const CONSEQUENCES = {
  openapi: 'there is no endpoint',
  rateLimit: 'the default class of limits counts',
} as const;

function checkKeys({ loaded, keys }: OwnMetadata): readonly Diagnostic[] {
  return keys.flatMap((key) => {
    const meant = findNearest(key, KEYS);
    if (meant === null) return [];
    const { metadata, calls } = loaded.findPlaces();
    const place = metadata.get(keyOf(key)) ?? calls.get('meta') ?? loaded.read.place;
    const message = `The metadata key \`${key}\` is ignored: procgen reads \`${meant}\`.`;
    const help = `Rename it to \`${meant}\`, without which ${CONSEQUENCES[meant]}, or give a key of your own a name that is less like it.`;
    return [createDiagnostic('misspelt-metadata', place, message, { help })];
  });
}
