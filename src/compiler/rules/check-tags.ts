import { DIAGNOSTIC_CATALOG } from '../../model/diagnostic-catalog.js';
import { createDiagnostic } from '../diagnostic.js';
import { locateMetadata } from '../model/unchecked-api.js';
import { guessName } from '../suggest-name.js';
import { forEachProcedure } from './rule.js';

/** Every tag is one of the config's. */
export const checkTags = forEachProcedure((procedure, { config }) => {
  const { tags } = procedure.openapi;
  if (!Array.isArray(tags)) return [];
  const known = Object.keys(config.tags);
  return tags.flatMap((tag: unknown, index) => {
    if (typeof tag !== 'string' || tag === '' || known.includes(tag)) return [];
    const choice = known.map((key) => `"${key}"`).join(', ');
    const message =
      known.length > 0
        ? `${procedure.name} has the tag "${tag}"; it has to be one of ${choice}.`
        : `${procedure.name} has the tag "${tag}", but the configuration has no \`tags\`.`;
    const help = `${guessName(tag, known)}${DIAGNOSTIC_CATALOG['unknown-tag']}`;
    return [createDiagnostic('unknown-tag', locateMetadata(procedure, 'tags', index), message, { help })];
  });
});
