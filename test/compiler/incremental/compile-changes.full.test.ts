import { expect, test } from 'vitest';
import { createChangingProject, type Way } from './changing-project.js';
import { print, SHARED } from './print-procedure.js';

const STEPS = Number(process.env.PROCGEN_STEPS ?? 120);
const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];

/** The same numbers for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test.each([11, 22, 33])(
  'after any sequence of changes what is compiled of them is what is compiled of the whole (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
    const rarely = <T>(common: T, rare: readonly T[]): T => (random(12) === 0 ? pick(rare) : common);
    const schema = (name: string) => {
      const id = rarely(`${name}Item`, [
        'Item',
        'Part',
        'Failure',
        'AlphaGetInput',
        'Größe',
        `${pick(NAMES)}Item`,
      ]);
      const key = pick(['a: z.string()', 'b: z.date().optional()', 'user: User', 'c: z.number().default(1)']);
      const named = `const Own = z.object({ ${key} }).meta({ id: '${id}' });`;
      return rarely(pick([named, named, `const Own = z.object({ ${key} });`]), [
        `const Own: z.ZodType = z.object({ ${key}, get more() { return z.array(Own); } });`,
        `const Own: z.ZodType = z.object({ ${key}, get more() { return Own.optional(); } }).meta({ id: '${id}' });`,
      ]);
    };
    const procedure = (name: string) =>
      print(rarely(name, NAMES), {
        before: schema(name),
        summary: `Says ${random(1_000)}`,
        doc: pick(['Gets it.', 'Gets *it*.\n * @deprecated', 'One\n *\n * Two']),
        input: pick([
          'limit: z.number().optional()',
          'own: Own.optional()',
          'at: z.date().default(new Date(0))',
          'user: User.optional()',
        ]),
        output: pick([
          'Own',
          'z.array(Own)',
          'z.object({ user: User })',
          'z.object({ own: Own, user: User })',
          'User',
        ]),
        meta: rarely(pick(['', ', errors: [404]', ", errors: { 404: 'Gone.' }"]), [
          `, deprecated: { replacedBy: '${pick(NAMES)}.get' }`,
        ]),
      });
    const change = (): Readonly<Record<string, string | null>> => {
      if (random(12) === 0)
        return { 'shared.ts': SHARED.replace('name: z.string()', `name: z.string().max(${1 + random(9)})`) };
      if (random(12) === 0)
        return { 'helper.ts': `export const log = (value: any) => value ?? ${random(99)};\n` };
      const name = pick(NAMES);
      if (random(30) === 0) return { [`procedures/${name}.ts`]: 'export const = ;' };
      const other = pick(NAMES);
      const both = {
        [`procedures/${name}.ts`]: procedure(name),
        [`procedures/${other}.ts`]: procedure(other),
      };
      return random(6) === 0 ? both : { [`procedures/${name}.ts`]: procedure(name) };
    };
    const project = await createChangingProject({
      'shared.ts': SHARED,
      'helper.ts': 'export const log = (value: any) => value;\n',
      ...Object.fromEntries(NAMES.map((name) => [`procedures/${name}.ts`, print(name)])),
    });
    const ways = new Map<Way, number>();
    for (let step = 0; step < STEPS; step++) {
      const files = change();
      const way = await project.change(files).catch((error: Error) => {
        throw new Error(`Step ${step}, ${JSON.stringify(files)}: ${error.message}`, { cause: error });
      });
      ways.set(way, (ways.get(way) ?? 0) + 1);
    }
    expect(ways.get('merged') ?? 0).toBeGreaterThan(STEPS / 20);
  },
);
