import type { Node } from 'oxc-parser';
import type { Cuts } from './cut-handlers.js';
import { holdsValues, isFunction, isType, walk } from './syntax-tree.js';
import type { TextEdit } from './text-edit.js';

/** Thrown for syntax beyond erasable types: enums, namespaces, parameter properties, decorators, JSX, `using`. */
export class NotErasableError extends Error {}

const NON_ERASABLE: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'AccessorProperty',
  'Decorator',
  'JSXElement',
  'JSXFragment',
  'TSEnumDeclaration',
  'TSExportAssignment',
  'TSImportEqualsDeclaration',
  'TSParameterProperty',
]);

const MODIFIERS = /\b(?:public|private|protected|readonly|override|abstract|declare)\b/g;

/** Nodes that may continue on the next line unless a semicolon ends them: a removed type must leave one. */
const MAY_CONTINUE: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'ExpressionStatement',
  'PropertyDefinition',
  'ReturnStatement',
  'ThrowStatement',
  'VariableDeclaration',
]);

/**
 * Returns the edits that turn a node into JavaScript. Types become blanks, so that every position stays the same.
 * `cuts` are applied too, and their contents are skipped.
 */
export function stripTypes(text: string, root: Node, cuts: Cuts): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const unterminatedEnds = new Set<number>();
  const blank = (start: number, end: number): void => {
    if (end > start) edits.push({ start, end, replacement: text.slice(start, end).replace(/[^\n\r]/g, ' ') });
  };
  const visit = (node: Node, parent: Node | null): boolean => {
    const cut = cuts.get(node);
    if (cut) {
      edits.push(cut);
      return true;
    }
    if (NON_ERASABLE.has(node.type)) throw new NotErasableError(node.type);
    if (isType(node) || ('declare' in node && node.declare === true)) {
      blank(node.start, node.end);
      return true;
    }
    if (MAY_CONTINUE.has(node.type) && text[node.end - 1] !== ';' && !isLoopHead(node, parent))
      unterminatedEnds.add(node.end);
    if (isFunction(node)) {
      blankThis(node.params[0], node.params[1]);
      if (node.type === 'ArrowFunctionExpression') rejectSplitArrow(text, node);
    }
    switch (node.type) {
      case 'TSModuleDeclaration':
        if (holdsValues(node)) throw new NotErasableError(node.type);
        blank(node.start, node.end);
        return true;
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSInstantiationExpression':
        blank(node.expression.end, node.end);
        walk(node.expression, visit, node);
        return true;
      case 'TSTypeAssertion':
        // `() => <T>{}` would become a function with a body, `<T>function () {}` a declaration.
        if (!isGuarded(parent)) throw new NotErasableError(node.type);
        blank(node.start, node.expression.start);
        walk(node.expression, visit, node);
        return true;
      case 'Identifier':
      case 'ObjectPattern':
      case 'ArrayPattern':
        if ('optional' in node && (node.optional as boolean)) {
          const end = node.typeAnnotation?.start ?? node.end;
          blank(text.lastIndexOf('?', end), end);
        }
        break;
      case 'VariableDeclarator':
        if (node.definite) {
          const end = node.id.typeAnnotation?.start ?? node.id.end;
          blank(text.lastIndexOf('!', end), end);
        }
        break;
      case 'VariableDeclaration':
        if (node.kind === 'using' || node.kind === 'await using') throw new NotErasableError(node.kind);
        break;
      case 'MethodDefinition':
      case 'PropertyDefinition': {
        if (node.value?.type === 'TSEmptyBodyFunctionExpression') {
          blank(node.start, node.end);
          return true;
        }
        for (const { 0: word, index } of text.slice(node.start, node.key.start).matchAll(MODIFIERS)) {
          blank(node.start + index, node.start + index + word.length);
        }
        const mark = node.optional ? '?' : 'definite' in node && node.definite ? '!' : null;
        if (mark !== null) {
          const start = text.indexOf(mark, node.computed ? text.indexOf(']', node.key.end) : node.key.end);
          blank(start, start + 1);
        }
        break;
      }
      case 'ClassDeclaration':
      case 'ClassExpression': {
        if (node.abstract) blank(node.start, node.start + 'abstract'.length);
        const [first] = node.implements ?? [];
        const last = node.implements?.at(-1);
        if (first && last) blank(text.lastIndexOf('implements', first.start), last.end);
        break;
      }
    }
    return false;
  };
  const blankThis = (first: Node | undefined, second: Node | undefined): void => {
    if (first?.type !== 'Identifier' || first.name !== 'this') return;
    const comma = /^\s*,/.exec(text.slice(first.end))?.[0].length ?? 0;
    blank(first.start, second?.start ?? first.end + comma);
  };
  walk(root, visit);
  return edits.map((edit) => (unterminatedEnds.has(edit.end) ? endStatement(edit) : edit));
}

/** Replaces the blank at the end of a statement without a semicolon. */
function endStatement({ replacement, ...range }: TextEdit): TextEdit {
  return { ...range, replacement: replacement.replace(/^ /, ';') };
}

/** In the head of a loop, a declaration needs no semicolon. */
function isLoopHead(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'ForStatement') return parent.init === node;
  return (parent?.type === 'ForInStatement' || parent?.type === 'ForOfStatement') && parent.left === node;
}

function isGuarded(parent: Node | null): boolean {
  return (
    parent?.type === 'ParenthesizedExpression' ||
    parent?.type === 'VariableDeclarator' ||
    parent?.type === 'AssignmentExpression' ||
    parent?.type === 'CallExpression' ||
    parent?.type === 'Property'
  );
}

/** No line break may come between an arrow function's parameters and its arrow, nor after `async`. */
function rejectSplitArrow(text: string, node: Node & { type: 'ArrowFunctionExpression' }): void {
  for (const type of [node.returnType, node.typeParameters]) {
    if (type && text.slice(type.start, type.end).includes('\n')) throw new NotErasableError(type.type);
  }
}
