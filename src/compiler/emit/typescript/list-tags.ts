import type { PropertyType } from '../../../model/type-model.js';
import type { CommentTags } from './print-comment.js';
import { printData } from './print-literal.js';

/** What the comment over a type or a property says in tags. */
export function listTags({
  isDeprecated,
  examples,
}: Pick<PropertyType, 'isDeprecated' | 'examples'>): CommentTags {
  return { examples: examples?.map(printData), ...(isDeprecated && { deprecation: '' }) };
}
