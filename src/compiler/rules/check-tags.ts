import { createDiagnostic } from '../diagnostic.js';
import { placeOfMetadata } from '../model/procedure-draft.js';
import { forEachDraft } from './rule.js';

/** Every tag is one of the config's. */
export const checkTags = forEachDraft((draft, { config }) => {
  const { tags } = draft.openapi;
  if (!Array.isArray(tags)) return [];
  const known = Object.keys(config.tags);
  return tags.flatMap((tag: unknown, index) => {
    if (typeof tag !== 'string' || tag === '' || known.includes(tag)) return [];
    const choice =
      known.length > 0 ? `one of ${known.map((key) => `"${key}"`).join(', ')}` : 'none, as there are none';
    const message = `${draft.name} has the tag "${tag}"; it has to be ${choice}.`;
    return [createDiagnostic('unknown-tag', placeOfMetadata(draft, 'tags', index), message)];
  });
});
