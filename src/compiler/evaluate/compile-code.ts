import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import type { BuildFailure } from 'esbuild';
import type { Node } from 'oxc-parser';
import { BUNDLE_OPTIONS, esbuild } from '../esbuild.js';
import { type Cuts, cutHandlers } from '../parse/cut-handlers.js';
import {
  findUnstableRead,
  MAY_READ_UNSTABLE,
  RECORD_READ,
  type UnstableRead,
} from '../parse/find-unstable-read.js';
import type { Effect, ModuleSyntax, OwnDeclaration } from '../parse/module-syntax.js';
import type { SourceModules } from '../parse/source-modules.js';
import { NotErasableError, stripTypes } from '../parse/strip-types.js';
import { containsAwait, walk } from '../parse/syntax-tree.js';
import { applyEdits, type TextEdit } from '../parse/text-edit.js';
import { Pending } from './pending.js';

/** Names that a module's code finds in its scope besides its own. */
export const IMPORT_META = '$importMeta';
export const DYNAMIC_IMPORT = '$impor';

/** A compiled part of a module. `run` returns a promise if the part is asynchronous. */
export interface CompiledPart {
  readonly run: () => unknown;
  readonly isAsync: boolean;
}

/**
 * Compiles the parts of a module one by one. The code of each keeps its line and column, so that stack traces point to
 * the source. Free names are looked up in `scope`.
 */
export class CodeCompiler {
  readonly #syntax: ModuleSyntax;
  readonly #sources: SourceModules;
  readonly #scope: object;
  readonly #mentionsAwait: boolean;
  /** Whether the text may contain anything that `#redirect` replaces. */
  readonly #mayNeedInstrumenting: boolean;
  #cuts: Cuts | undefined;
  /** Calls in the compiled parts that may read the clock or a random number, by start offset. */
  readonly unstableReads = new Map<number, UnstableRead>();
  /** The result or the error of the transform, by source. */
  readonly #transformed = new Map<string, { readonly code: string } | { readonly error: unknown }>();

  constructor(syntax: ModuleSyntax, sources: SourceModules, scope: object) {
    this.#syntax = syntax;
    this.#sources = sources;
    this.#scope = scope;
    this.#mentionsAwait = syntax.text.includes('await');
    this.#mayNeedInstrumenting = /\bimport\s*[.(]/.test(syntax.text) || MAY_READ_UNSTABLE.test(syntax.text);
  }

  /** Compiles a statement, or a declaration whose value is returned; for a pattern, an object with all its bindings. */
  compile(source: OwnDeclaration | Effect): CompiledPart {
    if ('targets' in source) return this.#compile(source.node, { before: '', after: '' });
    const { kind, names, nodes } = source;
    const [node, ...more] = nodes;
    if (!node) return { run: () => undefined, isAsync: false };
    if (kind === 'pattern') {
      return this.#compile(node, { before: 'const ', after: `;return{${names.join(',')}}` });
    }
    if (kind === 'value') {
      // A property names an anonymous function or class, as a declaration does.
      const key = JSON.stringify(names[0] === '*default*' ? 'default' : names[0]);
      return this.#compile(node, { before: `return{${key}:`, after: `}[${key}]`, isValue: true });
    }
    const [name] = names;
    if (more.length === 0) {
      return this.#compile(node, { before: '', after: `;return ${name}` });
    }
    const sources = nodes.map((each) => this.#printUnstripped(each));
    return { run: this.#compileTransformed(sources.join('\n'), `;return ${name}`), isAsync: false };
  }

  #compile(
    node: Node,
    { before, after, isValue = false }: { before: string; after: string; isValue?: boolean },
  ): CompiledPart {
    const isAsync = this.#mentionsAwait && containsAwait(node);
    const [open, close] = isAsync ? ['return(async()=>{', '})()'] : ['', ''];
    const { text, path } = this.#syntax;
    try {
      const edits = [...stripTypes(text, node, this.cuts), ...this.#instrument(node)];
      const { line, column } = positionOf(text, node.start);
      const code = `'use strict';${open}${before}\n${' '.repeat(column)}${applyEdits(text, edits, node)}\n${after}${close}`;
      return { run: this.#createFunction(code, path, line - 1), isAsync };
    } catch (error) {
      if (!(error instanceof NotErasableError)) throw error;
    }
    const source = this.#printUnstripped(node);
    if (isValue) {
      const wrapped = `const $value=(${source})`;
      return { run: this.#compileTransformed(wrapped, `;return $value`, isAsync), isAsync };
    }
    const isPattern = before !== '';
    const whole = isPattern ? `${before}${source}` : source;
    return { run: this.#compileTransformed(whole, after, isAsync), isAsync };
  }

  get cuts(): Cuts {
    this.#cuts ??= cutHandlers(this.#syntax, this.#sources);
    return this.#cuts;
  }

  /** Prints a node with its types but without the parts that are cut. */
  #printUnstripped(node: Node): string {
    const edits: TextEdit[] = [];
    walk(node, (at) => {
      const cut = this.cuts.get(at);
      if (cut) edits.push(cut);
      return cut !== undefined;
    });
    // Decorators may precede `export`, and with it the start of the class.
    const decorators = 'decorators' in node ? (node.decorators ?? []) : [];
    const before = decorators
      .filter(({ end }) => end <= node.start)
      .map(({ start, end }) => this.#syntax.text.slice(start, end));
    const text = applyEdits(this.#syntax.text, [...edits, ...this.#instrument(node)], node);
    return [...before, text].join(' ');
  }

  /** Returns the text that runs, to which the columns in stack traces refer. */
  printInstrumented(): string {
    const edits = this.#syntax.statements.flatMap((statement) => this.#instrument(statement));
    return applyEdits(this.#syntax.text, edits);
  }

  /**
   * Replaces `import.meta` and `import()` with names of the module's scope, of the same length. Calls that read the
   * clock or a random number get one more argument, which calls `RECORD_READ` and spreads to nothing.
   */
  #instrument(root: Node): readonly TextEdit[] {
    const { text } = this.#syntax;
    const edits: TextEdit[] = [];
    if (!this.#mayNeedInstrumenting) return edits;
    walk(root, (node) => {
      if (this.cuts.has(node)) return true;
      const { start, end } = node;
      if (node.type === 'MetaProperty' && node.meta.name === 'import') {
        edits.push({ start, end, replacement: IMPORT_META.padEnd(end - start) });
      }
      if (node.type === 'ImportExpression') {
        edits.push({ start, end: start + 'import'.length, replacement: DYNAMIC_IMPORT });
      }
      const read = findUnstableRead(node);
      if (!read) return false;
      this.unstableReads.set(start, read);
      const recordCall = `...${RECORD_READ}(${start},${read.owner})`;
      const [first] = read.call.arguments;
      if (first) edits.push({ start: first.start, end: first.start, replacement: `${recordCall},` });
      else if (text[end - 1] === ')') edits.push({ start: end - 1, end: end - 1, replacement: recordCall });
      else edits.push({ start: end, end, replacement: `(${recordCall})` });
      return false;
    });
    return edits;
  }

  #compileTransformed(source: string, after: string, isAsync = false): () => unknown {
    const known = this.#transformed.get(source);
    if (!known) {
      const settled = transformModule(source, this.#syntax.path).then(
        (code) => this.#transformed.set(source, { code }),
        (error) => this.#transformed.set(source, { error }),
      );
      throw new Pending(settled);
    }
    if ('error' in known) throw known.error;
    const body = `${known.code}${after}`;
    const code = isAsync ? `return(async()=>{${body}\n})()` : body;
    return this.#createFunction(`'use strict';${code}`, TRANSFORMED, 0);
  }

  #createFunction(code: string, filename: string, lineOffset: number): () => unknown {
    return compileFunction(code, [], {
      filename,
      lineOffset,
      contextExtensions: [this.#scope],
    }) as () => unknown;
  }
}

/** Compiles a part of a module with more than erasable types to JavaScript, using the `tsconfig.json` of its folder. */
export async function transformModule(source: string, path: string): Promise<string> {
  const loader = /\.[cm]?tsx$|\.jsx$/.test(path) ? 'tsx' : 'ts';
  const { outputFiles } = await esbuild
    .build({
      stdin: { contents: source, resolveDir: dirname(path), sourcefile: path, loader },
      write: false,
      target: BUNDLE_OPTIONS.target,
      logLevel: BUNDLE_OPTIONS.logLevel,
      // Names that this part does not use are used elsewhere.
      treeShaking: false,
    })
    .catch(({ errors: [error], message }: BuildFailure) => {
      throw new SyntaxError(error?.text ?? message);
    });
  return outputFiles[0]?.text ?? '';
}

/** The file name of transformed code in stack traces: its lines are not those of the module. */
const TRANSFORMED = 'procgen:transformed';

/** Both are 0-based. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 0;
  let lineStart = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) {
    line += 1;
    lineStart = next + 1;
  }
  return { line, column: offset - lineStart };
}
