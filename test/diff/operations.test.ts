import { expect, test } from 'vitest';
import { listChangeCodes } from '../../src/diff/change-catalog.js';
import { diffDescriptions } from '../../src/diff/diff-descriptions.js';
import { OPERATION_CASES, type OperationCase } from './cases/operation-cases.js';
import { SCHEMA_CASES } from './cases/schema-cases.js';
import { LEVEL_OF, OASDIFF_RULES, type OasdiffRule } from './support/oasdiff-rules.js';

const NOW = new Date('2026-06-01');

test.each(OPERATION_CASES.map((it) => [it.title, it.level, it] as const))('%s: %s.', (_, level, it) => {
  const changes = diffDescriptions(it.base, it.head, { now: NOW });
  expect(changes.map(({ code }) => code)).toEqual(it.codes);
  expect(changes[0]?.level ?? 'safe').toBe(level);
});

test.each(OPERATION_CASES.filter(({ codes }) => codes.length > 0))(
  'The inverse is told too: $title',
  ({ base, head }) => {
    expect(diffDescriptions(head, base, { now: NOW })).not.toEqual([]);
  },
);

const JUDGED = OPERATION_CASES.filter(
  (it): it is OperationCase & { readonly oasdiff: OasdiffRule } => it.oasdiff !== undefined,
);

test.each(JUDGED.filter(({ differs }) => !differs))(
  'oasdiff agrees by $oasdiff: $title',
  ({ oasdiff, level }) => {
    expect(LEVEL_OF[OASDIFF_RULES[oasdiff]]).toBe(level);
  },
);

test.each(JUDGED.filter(({ differs }) => differs))(
  'oasdiff is of another mind by $oasdiff, since $differs',
  ({ oasdiff, level }) => {
    expect(LEVEL_OF[OASDIFF_RULES[oasdiff]]).not.toBe(level);
  },
);

test('Every code of the catalogs has a case.', () => {
  const seen = new Set<string>(OPERATION_CASES.flatMap(({ codes }) => codes));
  for (const { codes, inverse } of SCHEMA_CASES) {
    for (const code of [...codes, ...inverse]) seen.add(`request-${code}`).add(`response-${code}`);
  }
  expect(listChangeCodes().filter((code) => !seen.has(code))).toEqual([]);
});
