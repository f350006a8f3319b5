import fc from 'fast-check';

/** A project of modules by file name; `m0.mjs` imports the others, which import those after them. */
export type ModuleGraph = ReadonlyMap<string, string>;

/** A declaration with the statements that change it. */
interface Piece {
  readonly kind: number;
  /** Which of the names before it it uses. */
  readonly picks: readonly number[];
  readonly isExported: boolean;
}

interface ModulePlan {
  readonly pieces: readonly Piece[];
  /** How it imports each of the modules after it. */
  readonly imports: readonly number[];
  readonly hasDefault: boolean;
}

/** Graphs of up to five modules whose values do not depend on who asks for them first. */
export function moduleGraphs(): fc.Arbitrary<ModuleGraph> {
  const piece = fc.record({
    kind: fc.nat(KINDS.length - 1),
    picks: fc.array(fc.nat(50), { minLength: 3, maxLength: 3 }),
    isExported: fc.boolean(),
  });
  const plan = fc.record({
    pieces: fc.array(piece, { minLength: 1, maxLength: 8 }),
    imports: fc.array(fc.nat(5), { minLength: 5, maxLength: 5 }),
    hasDefault: fc.boolean(),
  });
  return fc.array(plan, { minLength: 1, maxLength: 5 }).map(printGraph);
}

function printGraph(plans: readonly ModulePlan[]): ModuleGraph {
  const files = new Map<string, string>();
  const exported: string[][] = [];
  for (let index = plans.length - 1; index >= 0; index--) {
    const plan = plans[index] as ModulePlan;
    const { text, names } = printModule(index, plan, exported);
    exported[index] = names;
    files.set(`m${index}.mjs`, text);
  }
  return files;
}

function printModule(index: number, plan: ModulePlan, exported: readonly string[][]) {
  const lines: string[] = [];
  const values: string[] = ['1'];
  const names: string[] = [];
  for (const [offset, way] of plan.imports.entries()) {
    const target = index + 1 + offset;
    const theirs = exported[target];
    if (!theirs || theirs.length === 0) continue;
    const from = `'./m${target}.mjs'`;
    const [first = ''] = theirs;
    if (way === 0) lines.push(`import * as space${target} from ${from};`);
    if (way === 0) values.push(`space${target}.${first}`);
    if (way === 1 || way === 2) {
      lines.push(
        `import { ${theirs.map((name) => `${name} as ${name}_in${index}`).join(', ')} } from ${from};`,
      );
      values.push(...theirs.map((name) => `${name}_in${index}`));
    }
    if (way === 3) {
      lines.push(`export * from ${from};`);
      names.push(...theirs.filter((name) => name !== 'default' && !names.includes(name)));
    }
    if (way === 4) {
      lines.push(`export { ${first} as again${index}_${target} } from ${from};`);
      names.push(`again${index}_${target}`);
    }
    if (way === 5) {
      lines.push(`export * as all${index}_${target} from ${from};`);
      names.push(`all${index}_${target}`);
    }
  }
  for (const [at, { kind, picks, isExported }] of plan.pieces.entries()) {
    const pick = (which: number) => values[(picks[which] ?? 0) % values.length] ?? '1';
    const { text, declares } = (KINDS[kind] ?? LITERAL)({ name: `v${index}_${at}`, pick });
    lines.push(text);
    values.push(...declares);
    if (!isExported) continue;
    names.push(...declares);
    lines.push(`export { ${declares.join(', ')} };`);
  }
  if (plan.hasDefault) {
    lines.push(`export default [${values.at(-1)}];`);
    names.push('default');
  }
  return { text: `${lines.join('\n')}\nexport {};\n`, names };
}

interface Surroundings {
  readonly name: string;
  readonly pick: (which: number) => string;
}

type Kind = (context: Surroundings) => { readonly text: string; readonly declares: readonly string[] };

const LITERAL: Kind = ({ name, pick }) => ({ text: `const ${name} = [${pick(0)}, 'x'];`, declares: [name] });

/**
 * Every kind declares plain data, or something that `describe` can call. Statements change it before anything else reads
 * it: what was read in between would depend on who asked first.
 */
const KINDS: readonly Kind[] = [
  LITERAL,
  ({ name, pick }) => ({
    text: `const ${name} = [${pick(0)}];\n${name}.push(${pick(1)});\nfor (const item of [1, ${pick(2)}]) ${name}.push(item);`,
    declares: [name],
  }),
  ({ name, pick }) => ({
    text: `const ${name} = [${pick(0)}];\nconst ${name}_same = ${name};\n${name}_same.push(${pick(1)});`,
    declares: [name, `${name}_same`],
  }),
  ({ name, pick }) => ({
    text: `const ${name} = { first: [${pick(0)}] };\nconst { first: ${name}_part } = ${name};\n${name}_part.push(${pick(1)});`,
    declares: [name, `${name}_part`],
  }),
  ({ name, pick }) => ({
    text: `const ${name} = { first: ${pick(0)}, get later() { return ${pick(1)}; } };`,
    declares: [name],
  }),
  ({ name, pick }) => ({
    text: `const ${name} = { first: ${pick(0)} };\nObject.assign(${name}, { added: ${pick(1)} });\n${name}.more = ${pick(2)};\ndelete ${name}.first;`,
    declares: [name],
  }),
  ({ name, pick }) => ({
    text: `let ${name} = ${pick(0)};\n${name} = [${name}, ${pick(1)}];`,
    declares: [name],
  }),
  ({ name, pick }) => ({
    text: `let ${name};\nif (typeof ${pick(0)} === 'object') { ${name} = ${pick(1)}; }\nelse ${name} = ${pick(2)};`,
    declares: [name],
  }),
  ({ name, pick }) => ({
    text: `let ${name} = 1;\n[${name}] = [${pick(0)}];\nexport { ${name} as ${name}_live };`,
    declares: [name],
  }),
  ({ name, pick }) => ({ text: `function ${name}() { return [${pick(0)}, ${pick(1)}]; }`, declares: [name] }),
  ({ name, pick }) => ({
    text: `class ${name} { static made = [${pick(0)}]; static { this.more = ${pick(1)}; } }\n${name}.later = ${pick(2)};`,
    declares: [name],
  }),
  ({ name, pick }) => ({
    text: `const { a: ${name}_a, ...${name}_rest } = { a: ${pick(0)}, b: ${pick(1)} };`,
    declares: [`${name}_a`, `${name}_rest`],
  }),
  ({ name, pick }) => ({
    text: `const [${name}_0, ${name}_1 = ${pick(1)}] = [${pick(0)}];`,
    declares: [`${name}_0`, `${name}_1`],
  }),
  ({ name, pick }) => ({ text: `const ${name} = await Promise.resolve([${pick(0)}]);`, declares: [name] }),
  ({ name, pick }) => ({
    text: `const ${name} = [];\nfor await (const item of [${pick(0)}, ${pick(1)}]) ${name}.push(item);`,
    declares: [name],
  }),
  ({ name, pick }) => ({
    text: `const ${name} = (() => [${pick(0)}, import.meta.url.slice(-6)])();`,
    declares: [name],
  }),
];

/** Whatever a module exports, as text: what is a function or a class too. */
export function describe(value: unknown, seen: ReadonlySet<unknown> = new Set()): string {
  if (seen.has(value)) return 'again';
  const inside = new Set([...seen, value]);
  if (typeof value === 'function') {
    if (!/^class/.test(String(value))) return `function ${describe(value(), inside)}`;
    return `class ${describe({ ...value }, inside)}`;
  }
  if (Array.isArray(value)) return `[${value.map((item) => describe(item, inside)).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.keys(value).sort();
    return `{${members.map((key) => `${key}:${describe(Reflect.get(value, key), inside)}`).join()}}`;
  }
  return JSON.stringify(value) ?? 'undefined';
}
