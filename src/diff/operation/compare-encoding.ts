import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, follow, listMembers, readText, stepInto } from '../description-node.js';
import { isObject, isSame, type JsonObject } from '../json.js';
import type { SchemaUse } from './compare-used-schemas.js';

/** Compares how the parts of a form are sent. Added and removed parts are reported with its schema. */
export function compareEncoding(
  base: DescriptionNode,
  head: DescriptionNode,
  { subject, direction }: Pick<SchemaUse, 'subject' | 'direction'>,
): readonly Finding[] {
  const parts = [base, head].flatMap((media) => listMembers(stepInto(media, 'encoding')));
  return [...new Set(parts.map(([name]) => name))].flatMap((name) => {
    if (hasPart(base, name) !== hasPart(head, name)) return [];
    const [before, after] = [stepInto(base, 'encoding', name), stepInto(head, 'encoding', name)];
    if (isSame(before.value, after.value)) return [];
    const nodes = { base: before, head: after };
    const rest = readRest(before);
    if (direction === 'request' && rest && isSame(rest, readRest(after))) {
      const [from, to] = [listTypes(before), listTypes(after)];
      const removed = from.filter((type) => !accepts(to, type));
      if (removed.length > 0) {
        const message = `${subject}: \`${name}\` no longer accepts ${printTypes(removed)}.`;
        return [createFinding('request-part-type-removed', message, nodes)];
      }
      const added = to.filter((type) => !accepts(from, type));
      if (added.length === 0) return [];
      const message = `${subject}: \`${name}\` also accepts ${printTypes(added)}.`;
      return [createFinding('request-part-type-added', message, nodes)];
    }
    const message = `${subject}: the \`encoding\` of \`${name}\` changed.`;
    return [createFinding('media-type-changed', message, nodes)];
  });
}

function hasPart(media: DescriptionNode, name: string): boolean {
  return stepInto(follow(stepInto(media, 'schema')), 'properties', name).value !== undefined;
}

/** Returns the keywords of an encoding besides its content types; undefined if it has none of these. */
function readRest({ value }: DescriptionNode): JsonObject | undefined {
  if (!isObject(value) || typeof value.contentType !== 'string') return undefined;
  const { contentType: _, ...rest } = value;
  return rest;
}

function listTypes(encoding: DescriptionNode): readonly string[] {
  const types = readText(encoding, 'contentType') ?? '';
  return types.split(',').map((type) => type.trim().toLowerCase());
}

/** The content type of a file without declared types, which may have any. */
const ANY = /^(application\/octet-stream|\*\/\*)$/;

function accepts(types: readonly string[], type: string): boolean {
  return types.some(
    (other) =>
      other === type || ANY.test(other) || (other.endsWith('/*') && type.startsWith(other.slice(0, -1))),
  );
}

function printTypes(types: readonly string[]): string {
  return types.map((type) => (ANY.test(type) ? 'other types' : `\`${type}\``)).join(', ');
}
