import fc from 'fast-check';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const SHARED = ['one', 'two', 'three'];

type Choose = (count: number) => number;

/**
 * Projects of up to four procedure files, and modules that they share: most can be run. In some something throws, is not there, is
 * hidden, or leads in a circle.
 */
export const anyProject: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(fc.nat(), { minLength: 300, maxLength: 300 })
  .map((choices) => {
    let at = 0;
    const choose: Choose = (count) => (choices[at++ % choices.length] as number) % count;
    const isRare = () => choose(40) === 0;
    const exported = new Map<string, readonly string[]>();
    const project: Record<string, string> = {};
    for (const module of SHARED) {
      const { text, names } = printModule('./', { choose, isRare, exported });
      exported.set(module, names);
      project[`${module}.ts`] = `${text}export { ${names.join(', ')} };\n`;
    }
    for (let count = 1 + choose(4); count > 0; count--) {
      const { text, names } = printModule('../', { choose, isRare, exported });
      const note = printValue(names, { choose, isRare });
      const more = choose(5) === 0 ? 'export const more = 1;\n' : '';
      const list = `procedure.meta({ note: ${note} } as never).output(z.string()).query((() => [${names}, lost]) as never)`;
      project[`procedures/p${count}.ts`] = `${text}${more}export const list = ${list};\n`;
    }
    return project;
  });

interface Chance {
  readonly choose: Choose;
  /** Whether to do what most programs do not. */
  readonly isRare: () => boolean;
}

function printModule(
  up: string,
  { exported, ...chance }: Chance & { readonly exported: ReadonlyMap<string, readonly string[]> },
): { readonly text: string; readonly names: readonly string[] } {
  const { choose, isRare } = chance;
  const names: string[] = [];
  const lines = ["import { procedure } from 'procgen';", "import * as z from 'zod';"];
  const declare = () => {
    const name = NAMES[names.length] as string;
    names.push(name);
    return name;
  };
  for (let count = choose(3); count > 0; count--) {
    const modules = [...exported.keys()];
    const module = isRare() ? 'procedures/p1' : (modules[choose(modules.length)] ?? 'procedures/p1');
    const offered = exported.get(module) ?? ['list'];
    const name = isRare() ? 'lost' : (offered[choose(offered.length)] ?? 'lost');
    if (name === 'lost' && !isRare()) continue;
    lines.push(`import { ${name} as ${declare()} } from '${up}${module}.js';`);
  }
  for (let count = choose(4); count > 0 && names.length < NAMES.length; count--) {
    const value = printValue(names, chance);
    const kind = choose(8);
    if (kind === 0) lines.push(`function ${declare()}(x: unknown): unknown { return [x, ${value}]; }`);
    else if (kind === 1) lines.push(`type T${count} = typeof list;`);
    else lines.push(`${isRare() ? 'let' : 'const'} ${declare()} = ${value};`);
  }
  return { text: `${lines.join('\n')}\n`, names };
}

function printValue(names: readonly string[], { choose, isRare }: Chance): string {
  if (isRare()) return "((): never => { throw new Error('no'); })()";
  const name = (isRare() ? 'nobody' : names[choose(names.length || 1)]) ?? '{}';
  const other = names[choose(names.length || 1)] ?? '1';
  const hidden = isRare() ? name : 'own';
  const values = ['1', 'z.string()', name, `[${name}, () => ${other}]`, `{ a: ${name}, key: ${other} }`];
  return (
    [...values, `((${/^\w+$/.test(hidden) ? hidden : 'own'}: unknown) => [${other}])(2)`][choose(6)] ?? '1'
  );
}
