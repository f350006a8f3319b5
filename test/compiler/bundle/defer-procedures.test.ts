import { expect, test } from 'vitest';
import { deferProcedures } from '../../../src/compiler/bundle/defer-procedures.js';

const TABLE = `import { defineRoutes } from 'procgen/runtime';
import { delete as itemsDelete, list as itemsList } from '../procedures/items.js';
import { check as healthCheck } from '../procedures/health.js';

export const routes = defineRoutes({
  messages: {
    en: {
      'a': 'procedure: healthCheckup, procedure: other,',
    },
  },
  routes: [
    { name: 'items.list', method: 'GET', path: '/items', procedure: itemsList, protect: true },
    { name: 'health.check', method: 'GET', path: '/health', procedure: healthCheck, protect: false },
    { name: 'items.delete', method: 'DELETE', path: '/items/:id', procedure: itemsDelete, protect: true },
  ],
});
`;

test('A file that may wait is asked for by its rows, and what it imports stays in its place.', () => {
  const deferred = deferProcedures(TABLE, { '../procedures/items.js': ['../db.js', './metrics.js'] });
  expect(deferred).toBe(
    TABLE.replace(/import \{ delete.*\n/, 'import "../db.js";\nimport "./metrics.js";\n')
      .replace('procedure: itemsList,', "get procedure() { return require('../procedures/items.js').list; },")
      .replace(
        'procedure: itemsDelete,',
        "get procedure() { return require('../procedures/items.js').delete; },",
      ),
  );
});

test('Where nothing may wait the route table is what it was.', () => {
  expect(deferProcedures(TABLE, {})).toBe(TABLE);
});

test.each([
  ['exports a procedure', 'export { healthCheck };\n'],
  ['names one in a comment', '// healthCheck\n'],
  ['has a function "require" of its own', 'const require = createRequire(import.meta.url);\n'],
  ['has no rows as ours are', ''],
])('A file is not deferred whose route table %s.', (_what, more) => {
  const own = more === '' ? TABLE.replaceAll(' procedure: ', ' handler: ') : TABLE + more;
  expect(deferProcedures(own, { '../procedures/health.js': [] })).toBe(own);
});
