import { readFileSync } from 'node:fs';
import { type Node, parseSync } from 'oxc-parser';
import { transformSync } from 'oxc-transform';
import { parseModule } from '../../../src/compiler/parse/parse-module.js';
import { NotErasableError, stripTypes } from '../../../src/compiler/parse/strip-types.js';
import { applyEdits } from '../../../src/compiler/parse/text-edit.js';

export interface Comparison {
  /** Parts that were stripped. */
  readonly stripped: number;
  /** Parts that are more than their types, and are left to a transform. */
  readonly unstripped: number;
  /** Those that came to something else than what a transform makes of them. */
  readonly wrong: readonly string[];
}

/** Strips all that a file declares, part by part, and compares that with what oxc-transform makes of it. */
export function compareStripped(path: string): Comparison {
  const text = readFileSync(path, 'utf8');
  const module = parseModule(path, text);
  const nodes = [...new Set(module.declarations.values())].flatMap(({ nodes }) => nodes);
  let [stripped, unstripped] = [0, 0];
  const wrong: string[] = [];
  for (const node of [...nodes, ...module.effects.map((effect) => effect.node)]) {
    let part: string;
    try {
      part = applyEdits(text, stripTypes(text, node, new Map()), node);
    } catch (error) {
      if (!(error instanceof NotErasableError)) throw error;
      unstripped += 1;
      continue;
    }
    stripped += 1;
    const wrap = (code: string) =>
      isStatement(node)
        ? code
        : node.type === 'VariableDeclarator'
          ? `const ${code};`
          : `export const $part = (\n${code}\n);`;
    const made = printTree(wrap(part), 'part.js');
    const options = { typescript: { onlyRemoveTypeImports: true } };
    const wanted = transformSync('part.ts', wrap(text.slice(node.start, node.end)), options).code;
    if (made !== printTree(wanted, 'part.js')) wrong.push(`${path}:${node.start} ${part.slice(0, 300)}`);
  }
  return { stripped, unstripped, wrong };
}

function isStatement({ type }: Node): boolean {
  return /Statement$|Declaration$/.test(type);
}

/** A program without what does not matter to it: positions, parentheses, how literals are written, empty statements. */
function printTree(code: string, name: string): string {
  const { program, errors } = parseSync(name, code, { preserveParens: false, sourceType: 'module' });
  if (errors.length > 0) return `does not parse: ${errors[0]?.message}`;
  return JSON.stringify(program.body, (key, value: unknown) => {
    if (['start', 'end', 'raw', 'optional', 'decorators', 'declare', 'shorthand'].includes(key))
      return undefined;
    if (Array.isArray(value)) return value.filter((item) => item?.type !== 'EmptyStatement');
    const { type, operator } = (value ?? {}) as Partial<Logical>;
    if (type === 'LogicalExpression') return { operator, operands: listOperands(value as Logical, operator) };
    return typeof value === 'bigint' || value instanceof RegExp ? String(value) : value;
  });
}

type Logical = Node & { readonly type: 'LogicalExpression' };

/** `a && (b && c)` is printed, and means, as `a && b && c`. */
function listOperands(node: Node, operator: Logical['operator'] | undefined): readonly Node[] {
  if (node.type !== 'LogicalExpression' || node.operator !== operator) return [node];
  return [...listOperands(node.left, operator), ...listOperands(node.right, operator)];
}
