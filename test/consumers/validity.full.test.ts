import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDescriptions } from '../compiler/support/list-descriptions.js';
import { lint } from './support/lint.js';
import { type Descriptions, writeDescriptions } from './support/write-descriptions.js';

const FAULTY = fileURLToPath(new URL('faulty-openapi.json', import.meta.url));

/** An operation is called what its procedure is called, in letters of any script. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  names: [
    'error operation-operationId-url-safe #/paths/~1strasse/get/operationId: Operation `operationId` should not have URL invalid characters.',
  ],
};

const committed = listDescriptions();
let descriptions: Descriptions;
let problems: ReadonlyMap<string, readonly string[]>;
const constructs = () => join(descriptions.folder, 'constructs.json');
const errorsIn = (path: string) => problems.get(path)?.filter((problem) => problem.startsWith('error'));

beforeAll(async () => {
  descriptions = await writeDescriptions();
  problems = await lint([constructs(), ...committed.map(([, path]) => path), FAULTY]);
});
afterAll(() => descriptions?.remove());

describe('redocly, by its recommended rules, finds no error in the description of', () => {
  test('the constructs', () => {
    expect(errorsIn(constructs())).toEqual([]);
  });

  test.each(committed)('%s', (story, path) => {
    expect(errorsIn(path)).toEqual(EXPECTED[story] ?? []);
  });

  test('nothing but those: a faulty file has its errors', () => {
    expect(errorsIn(FAULTY)?.join('\n')).toMatch(/^error struct .*version/m);
  });
});

describe('by the schema of OpenAPI 3.1', () => {
  test('the description of the constructs is valid', async () => {
    expect(await validate(descriptions.byProject.constructs)).toEqual({ valid: true, errors: undefined });
  });

  test('a faulty file is not, nor is a description with a parameter that stands nowhere', async () => {
    expect(await validate(FAULTY)).toMatchObject({ valid: false });
    const copy = structuredClone(descriptions.byProject.own);
    copy.paths['/api-keys/{id}'].delete.parameters[0].in = 'nowhere';
    expect(await validate(copy)).toMatchObject({ valid: false });
  });
});

describe('every reference leads to something', () => {
  test.each(['constructs', 'conduit', 'own'] as const)('in the description of %s', (project) => {
    const description = descriptions.byProject[project];
    const references = listReferences(description);
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => resolve(description, reference) === undefined)).toEqual([]);
  });

  test('but not when its component is taken away', () => {
    const copy = structuredClone(descriptions.byProject.constructs);
    delete copy.components.schemas.Point;
    const dead = listReferences(copy).filter((reference) => resolve(copy, reference) === undefined);
    expect([...new Set(dead)]).toEqual(['#/components/schemas/Point']);
  });
});

async function validate(description: string | Record<string, unknown>): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(description);
  return { valid, errors };
}

/** The targets of `$ref`s and of discriminators' mappings. */
function listReferences(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === '$ref' && typeof value === 'string') return [value];
    return key === 'mapping' ? Object.values(value as Record<string, string>) : listReferences(value);
  });
}

function resolve(description: unknown, reference: string): unknown {
  const keys = reference.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>(
    (node, key) =>
      (node as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    description,
  );
}
