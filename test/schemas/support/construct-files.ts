import { type Carrier, type ConstructName, constructs } from '../constructs.js';

const CARRIERS: readonly Carrier[] = ['path', 'query', 'body'];

/** A procedure a construct and carrier, called `<carrier>.<construct>`, that answers with what it received. */
export function printConstructFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(CARRIERS.map((carrier) => [carrier, printProcedures(carrier)]));
}

/** A procedure a construct, called `events.<construct>`, that sends what it received as an event. */
export function printEventFiles(): Readonly<Record<string, string>> {
  return { events: EVENT_PRELUDE + listConstructs('body').map(printStreamProcedure).join('') };
}

/** What a procedure file of such a project begins with. */
export const PRELUDE = `import { procedure } from 'procgen';
import * as z from 'zod';
import { constructs, outputRefusals, refusals } from '../../../../test/schemas/constructs.js';
import { recordInput } from '../../../../test/schemas/support/record-input.js';

const base = procedure.meta({ openapi: { enabled: true, tags: ['schemas'], protect: false }, rateLimit: false });
`;

const EVENT_PRELUDE = PRELUDE.replace('{ procedure }', '{ eventStream, procedure }');

function printProcedures(carrier: Carrier): string {
  const names = listConstructs(carrier);
  return PRELUDE + names.map((name) => printProcedure(carrier, name)).join('');
}

function printProcedure(carrier: Carrier, name: ConstructName): string {
  const method = carrier === 'body' ? 'POST' : 'GET';
  const path = carrier === 'path' ? `/path/${name}/:value` : `/${carrier}/${name}`;
  const end = carrier === 'body' ? 'mutation' : 'query';
  const output = 'output' in constructs[name] ? 'output' : 'schema';
  // Keywords cannot be declared, but exported.
  return `
const ${name}_ = base
  .meta({ openapi: { method: '${method}', path: '${path}', summary: '${name}' } })
  .input(z.object({ value: constructs.${name}.schema }))
  .output(z.object({ value: constructs.${name}.${output} }))
  .${end}(({ input }) => recordInput(input));
export { ${name}_ as ${name} };
`;
}

function printStreamProcedure(name: ConstructName): string {
  const output = 'output' in constructs[name] ? 'output' : 'schema';
  return `
const ${name}_ = base
  .meta({ openapi: { method: 'POST', path: '/events/${name}', summary: '${name}' } })
  .input(z.object({ value: constructs.${name}.schema }))
  .output(eventStream(z.object({ value: constructs.${name}.${output} })))
  .query(async function* ({ input }) {
    yield input;
  });
export { ${name}_ as ${name} };
`;
}

/** The constructs that can travel in `carrier`. */
export function listConstructs(carrier: Carrier): ConstructName[] {
  return (Object.keys(constructs) as ConstructName[]).filter((name) =>
    (constructs[name].carriers as readonly Carrier[]).includes(carrier),
  );
}
