import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { listDescriptions } from './support/list-descriptions.js';

const descriptions = listDescriptions();

test('this repository, Conduit and the stories have a description', () => {
  const stories = descriptions.map(([story]) => story);
  expect(stories).toEqual(
    expect.arrayContaining(['this repository', 'realworld', 'every-metadata', 'unions']),
  );
});

describe.each(descriptions)('the description of %s', (_, path) => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(path);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe('3.1');
  });

  test('refers to nothing that is not there, and holds no component that nothing refers to', async () => {
    const description = JSON.parse(await readFile(path, 'utf8')) as Description;
    const referred = new Set(listReferences(description));
    const components = Object.entries(description.components ?? {}).flatMap(([kind, named]) =>
      kind === 'securitySchemes' ? [] : Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...referred].sort()).toEqual([...components].sort());
  });

  test('names every operation once, by tags and credentials that are declared', async () => {
    const { paths, tags = [], components = {} } = JSON.parse(await readFile(path, 'utf8')) as Description;
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const used = new Set(operations.flatMap((operation) => operation.tags));
    expect([...used].sort()).toEqual(tags.map(({ name }) => name).sort());
    const schemes = operations.flatMap(({ security }) => security.flatMap((choice) => Object.keys(choice)));
    expect(Object.keys(components.securitySchemes ?? {}).sort()).toEqual([...new Set(schemes)].sort());
  });

  test('has a parameter for each brace of a path, and the failures that every operation can give', async () => {
    const { paths } = JSON.parse(await readFile(path, 'utf8')) as Description;
    for (const [template, item] of Object.entries(paths)) {
      const braces = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      for (const { parameters = [], responses, security } of Object.values(item)) {
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
          braces,
        );
        expect(Object.keys(responses)).toContain('500');
        if (security.length > 0) expect(Object.keys(responses)).toContain('401');
      }
    }
  });
});

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags?: readonly { readonly name: string }[];
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

function listReferences(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : listReferences(value),
  );
}
