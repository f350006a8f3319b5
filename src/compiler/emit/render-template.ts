import { createRequire } from 'node:module';
import type Handlebars from 'handlebars';
import { isIdentifier, isReservedWord } from '../model/naming/safe-identifier.js';
import { printObjectKey, printString, printTypedData } from './typescript/print-literal.js';

/**
 * Creates the only Handlebars instance, which helpers registered elsewhere cannot reach. Nothing is escaped for
 * HTML; instead every expression must name the helper that makes its value safe in its context:
 *
 *     {{string x}}      a string literal
 *     {{data x}}        JSON data as an expression
 *     {{identifier x}}  a name, which must be an identifier
 *     {{key x}}         a key of an object literal, quoted if necessary
 *     {{comment x}}     text inside a comment, its closer broken
 *     {{code x}}        text that is TypeScript already
 *
 * All of them, and `if`, `unless` and `each`, throw on `undefined`: the view must set every field.
 */
function createHandlebars(): typeof Handlebars {
  // Loaded for the first template: a build after a small change renders none.
  const instance = (createRequire(import.meta.url)('handlebars') as typeof Handlebars).create();
  for (const [name, print] of Object.entries(PRINTERS)) addPrinter(instance, name, print);
  for (const name of BLOCKS) guardBlock(instance, name);
  return instance;
}

let handlebars: typeof Handlebars | undefined;

const PRINTERS: Readonly<Record<string, (value: unknown) => string>> = {
  string: (value) => printString(expectString(value)),
  data: (value) => printTypedData(value),
  identifier: (value) => expectIdentifier(value),
  key: (value) => printObjectKey(expectString(value)),
  comment: (value) => expectString(value).replaceAll('*/', '*\\/').replace(/\s+/g, ' '),
  code: (value) => expectString(value),
};
const BLOCKS = ['if', 'unless', 'each'] as const;

function addPrinter(instance: typeof Handlebars, name: string, print: (value: unknown) => string): void {
  instance.registerHelper(name, (...args: unknown[]) => {
    return withLineNumber(args.at(-1), () => {
      if (args.length !== 2) throw new TypeError(`{{${name}}} takes one value.`);
      return print(expectDefined(args[0], name));
    });
  });
}

function guardBlock(instance: typeof Handlebars, name: string): void {
  const block = instance.helpers[name] as Handlebars.HelperDelegate;
  instance.registerHelper(name, function (this: unknown, value: unknown, options: Handlebars.HelperOptions) {
    return block.call(
      this,
      withLineNumber(options, () => expectDefined(value, name)),
      options,
    );
  });
}

/**
 * Renders a template. Throws a `TemplateError` for an expression without a helper, an unknown helper, and a field that
 * is missing or `undefined`: these are errors in the template or in procgen, never in the user's data.
 */
export function renderTemplate(source: string, view: object): string {
  try {
    const template = compiled.get(source) ?? compileTemplate(source);
    compiled.set(source, template);
    return template(view);
  } catch (error) {
    throw new TemplateError(source, error);
  }
}

const compiled = new Map<string, Handlebars.TemplateDelegate>();

function compileTemplate(source: string): Handlebars.TemplateDelegate {
  handlebars ??= createHandlebars();
  const instance = handlebars;
  const program = instance.parse(source);
  checkExpressions(program);
  return instance.compile(program, {
    strict: true,
    noEscape: true,
    knownHelpersOnly: true,
    knownHelpers: KNOWN_HELPERS,
  });
}

/** Runs `work` for a helper and adds the helper's line, which Handlebars passes with the options, to any error. */
function withLineNumber<Result>(options: unknown, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { loc } = options as { readonly loc?: hbs.AST.SourceLocation };
    throw Object.assign(error as Error, { lineNumber: loc?.start.line });
  }
}

const KNOWN_HELPERS = Object.fromEntries([...Object.keys(PRINTERS), ...BLOCKS].map((name) => [name, true]));

function checkExpressions(program: hbs.AST.Program): void {
  for (const statement of program.body) {
    if (statement.type === 'ContentStatement' || statement.type === 'CommentStatement') continue;
    const { path } = statement as hbs.AST.MustacheStatement | hbs.AST.BlockStatement;
    const name = path?.type === 'PathExpression' ? (path as hbs.AST.PathExpression).original : '';
    const isBlock = statement.type === 'BlockStatement';
    if (isBlock ? !BLOCKS.some((block) => block === name) : !Object.hasOwn(PRINTERS, name)) {
      const error = new SyntaxError(`{{${name}}} is not one of the helpers.`);
      throw Object.assign(error, { lineNumber: statement.loc.start.line });
    }
    if (isBlock) {
      const { program: body, inverse } = statement as hbs.AST.BlockStatement;
      checkExpressions(body);
      if (inverse) checkExpressions(inverse);
    }
  }
}

function expectDefined(value: unknown, helper: string): unknown {
  if (value === undefined) throw new TypeError(`{{${helper}}} was given undefined.`);
  return value;
}

function expectString(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`Expected a string, not ${typeof value}.`);
  return value;
}

function expectIdentifier(value: unknown): string {
  const name = expectString(value);
  if (!isIdentifier(name) || isReservedWord(name))
    throw new TypeError(`${printString(name)} is not a usable identifier.`);
  return name;
}

/** A template that cannot be parsed or uses a field that its view does not have. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The whole template. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;

  constructor(source: string, cause: unknown) {
    const { message, lineNumber } = cause as Error & { readonly lineNumber?: number };
    super(clean(message), { cause });
    this.source = source;
    const [, line] = /^Parse error on line (\d+)/.exec(message) ?? [];
    this.line = lineNumber ?? Number(line ?? 1);
  }
}

/** Removes the location, which is reported separately, and the frame that Handlebars draws. */
function clean(message: string): string {
  const lines = message
    .replace(/^Parse error on line \d+:\n?/, '')
    .replace(/ - \d+:\d+$/, '')
    .split('\n')
    .filter((line) => !/^(?:\.\.\.|-*\^)/.test(line) && !/^\s*$/.test(line));
  return (lines.at(-1) ?? '').replace(/([^.])$/, '$1.');
}
