import { describe, expect, test } from 'vitest';
import { diffDescriptions } from '../../src/diff/diff-descriptions.js';
import type { Direction, Level } from '../../src/diff/level.js';
import { SCHEMA_CASES, type SchemaCase } from './cases/schema-cases.js';
import { describeUse } from './support/describe-api.js';
import { LEVEL_OF, OASDIFF_RULES } from './support/oasdiff-rules.js';

const NOW = new Date('2026-06-01');

function diffUse({ base, head, schemas }: SchemaCase, direction: Direction, isInverse = false) {
  const from = describeUse(direction, base, schemas?.[0]);
  const to = describeUse(direction, head, schemas?.[1]);
  return diffDescriptions(isInverse ? to : from, isInverse ? from : to, { now: NOW });
}

describe.each(['request', 'response'] as const)('in a %s', (direction) => {
  test.each(SCHEMA_CASES.map((it) => [it.title, it[direction], it] as const))('%s: %s.', (_, level, it) => {
    const changes = diffUse(it, direction);
    expect(changes.map(({ code }) => code)).toEqual(it.codes.map((code) => `${direction}-${code}`));
    expect(worst(changes)).toBe(level);
    const inverse = diffUse(it, direction, true);
    expect(inverse.map(({ code }) => code)).toEqual(it.inverse.map((code) => `${direction}-${code}`));
  });
});

const JUDGED = SCHEMA_CASES.flatMap((it) =>
  (['request', 'response'] as const).flatMap((direction) => {
    const rule = it.oasdiff?.[direction];
    return rule ? [{ rule, title: it.title, level: it[direction], differs: it.differs }] : [];
  }),
);

test.each(JUDGED.filter(({ differs }) => !differs))('oasdiff agrees by $rule: $title', ({ rule, level }) => {
  expect(LEVEL_OF[OASDIFF_RULES[rule]]).toBe(level);
});

test.each(SCHEMA_CASES.filter(({ differs }) => differs))(
  'Where oasdiff is of another mind, somebody says why: $differs',
  (it) => {
    const levels = (['request', 'response'] as const).map((direction) => {
      const rule = it.oasdiff?.[direction];
      return rule && LEVEL_OF[OASDIFF_RULES[rule]] !== it[direction];
    });
    expect(levels).toContain(true);
  },
);

function worst(changes: readonly { readonly level: Level }[]): Level | undefined {
  return changes[0]?.level;
}
