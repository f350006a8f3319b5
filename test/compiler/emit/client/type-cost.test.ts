import { expect, test } from 'vitest';
import { emitClient } from '../../../../src/compiler/emit/client/emit-client.js';
import { checkTypes } from './check-types.js';
import {
  answer,
  arrayOf,
  fails,
  model,
  NUMBER,
  named,
  object,
  procedure,
  reference,
  STRING,
} from './fixture-model.js';
import { readParts } from './read-parts.js';

test.each(['5.9', '7'] as const)(
  'a client of 500 operations costs TypeScript %s 3,000 type instantiations at most',
  {
    timeout: 60_000,
  },
  async (version) => {
    const resources = Array.from({ length: 100 }, (_, index) => `resource${index}`);
    const names = resources.flatMap((resource) =>
      ['create', 'get', 'list', 'update', 'remove'].map((verb) => [resource, verb] as const),
    );
    const service = model(
      [
        ...resources.map((resource) =>
          named(`${resource}Item`, object({ id: STRING, tags: arrayOf(STRING) })),
        ),
        ...names.map(([resource, verb]) =>
          named(`${resource}${verb}Input`, object({ id: STRING, 'count?': NUMBER })),
        ),
        ...names.map(([resource, verb]) =>
          named(`${resource}${verb}Payload`, object({ item: reference(`${resource}Item`) })),
        ),
      ],
      names.map(([resource, verb]) =>
        procedure(`${resource}.${verb}`, `POST /${resource}/${verb}/:id`, {
          takes: reference(`${resource}${verb}Input`),
          ...answer('envelope', reference(`${resource}${verb}Payload`)),
          ...fails([400, 401, 403, 404, 413, 415, 429, 500]),
        }),
      ),
    );
    const consumer = `
    import { createClient } from './client.js';
    const result = await createClient({ baseUrl: '' }).resource7.create({ id: 'x' });
    if (result.success) result.payload.item.tags.join();
  `;
    const files = { 'client.ts': emitClient(service, await readParts()).text, 'consumer.ts': consumer };
    const report = await checkTypes(files, version, 'dom', 'nodenext', {
      extendedDiagnostics: true,
    });
    const count = /^Instantiations:\s+(\d+)$/m.exec(report)?.[1];
    expect(report).not.toContain('error');
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThanOrEqual(3000);
  },
);
