import * as z from 'zod';
import { isSynchronous } from '../../../authoring/is-synchronous.js';
import { type Definition, definitionOf } from '../../../definition/inner-schemas.js';
import type { Schema } from '../../../definition/schema.js';
import { type Appending, BAIL_OUT, findLeaf, type JsonWriter } from './find-leaf.js';
import { escapeString } from './print-string.js';

/**
 * Prepares the writer of a schema's values, a function compiled for this schema, as zod's own parsers are. Returns
 * undefined for a schema that contains anything but strings, numbers, booleans, dates, literals, enums, lists and
 * objects of these, and unions of objects with a discriminator, or if code cannot be compiled from strings.
 */
export function prepareJsonWriter(schema: Schema): JsonWriter | undefined {
  // The application's own code must run only once per output, in zod.
  if (!isSynchronous(schema) || z.config().jitless) return undefined;
  const code = new WriterCode();
  const name = code.write(schema);
  const write = name === undefined ? undefined : make(name, code);
  if (!write) return undefined;
  return (value) => {
    try {
      return write(value);
    } catch {
      // A cycle, or a getter that throws. zod meets it as well, and reports it.
      return undefined;
    }
  };
}

function make(name: string, { functions, values }: WriterCode): JsonWriter | undefined {
  const names = ['escapeString', ...values.map((_, index) => `c${index}`)];
  try {
    const factory = new Function(...names, `'use strict';\n${functions.join('\n')}\nreturn ${name};`);
    return factory(escapeString, ...values) as JsonWriter;
  } catch {
    // The process was started with --disallow-code-generation-from-strings.
    return undefined;
  }
}

/**
 * The code of a schema's writer: one function per schema that is not inlined, so that recursion ends. Keys are the only
 * part of the schema in the code, quoted; other values that a writer needs are in `values`, as `c0`, `c1` …
 */
class WriterCode {
  readonly functions: string[] = [];
  readonly values: unknown[] = [];
  readonly #names = new Map<Schema, string>();

  /** Returns the name of the function that writes a schema; undefined if a part of it cannot be written. */
  write(schema: Schema): string | undefined {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    const name = `w${this.#names.size}`;
    // Recursive references find the name.
    this.#names.set(schema, name);
    const body = this.#body(schema, definitionOf(schema));
    if (body === undefined) return undefined;
    this.functions.push(`function ${name}(value) {\n${body}\n}`);
    return name;
  }

  /** Returns the code that appends the value of `variable`, which is not undefined, to `text`. */
  append(schema: Schema, variable: string): Appending | undefined {
    const leaf = findLeaf(schema, definitionOf(schema));
    if (leaf?.kind === 'code') return leaf.append(variable);
    const name = this.write(schema);
    if (name === undefined) return undefined;
    const code = `const ${variable}t = ${name}(${variable}); if (${variable}t === undefined) ${BAIL_OUT} text += ${variable}t;`;
    return { open: '', code, close: '' };
  }

  /** Returns the name of a value that the code needs. */
  name(value: unknown): string {
    return `c${this.values.push(value) - 1}`;
  }

  #body(schema: Schema, definition: Definition): string | undefined {
    const leaf = findLeaf(schema, definition);
    if (leaf?.kind === 'code') return writeAlone(leaf.append('value'));
    if (leaf) return `return ${this.name(leaf.write)}(value);`;
    if ((definition.checks as readonly unknown[] | undefined)?.length) return undefined;
    switch (definition.type) {
      case 'object':
        return definition.catchall
          ? undefined
          : writeMembers(definition.shape as Record<string, Schema>, (schema, variable) =>
              this.append(schema, variable),
            );
      case 'array':
        return this.#items(definition.element as Schema);
      case 'union':
        return this.#union(definition);
      case 'nullable':
        return this.#other(definition.innerType as Schema, `if (value === null) return 'null';`);
      // A writer never gets undefined.
      case 'optional':
      case 'nonoptional':
      case 'readonly':
        return this.#other(definition.innerType as Schema);
      case 'lazy':
        return this.#other((definition.getter as () => Schema)());
      default:
        return undefined;
    }
  }

  #other(schema: Schema, before = ''): string | undefined {
    const name = this.write(schema);
    return name && `${before} return ${name}(value);`;
  }

  #items(element: Schema): string | undefined {
    const append = this.append(element, 'item');
    if (append === undefined) return undefined;
    const { open, code, close } = append;
    return `if (!Array.isArray(value)) ${BAIL_OUT}
let text = '[';
for (let index = 0; index < value.length; index++) {
  const item = value[index];
  if (item === undefined) ${BAIL_OUT}
  text += index > 0 ? ${JSON.stringify(`${close},${open}`)} : ${JSON.stringify(open)};
  ${code}
}
return text + (value.length > 0 ? ${JSON.stringify(`${close}]`)} : ']');`;
  }

  /** Selects the member of a union by its discriminator. */
  #union({ discriminator, options }: Definition): string | undefined {
    if (typeof discriminator !== 'string') return undefined;
    const cases: string[] = [];
    for (const option of options as readonly Schema[]) {
      const { type, shape } = definitionOf(option);
      const name = type === 'object' ? this.write(option) : undefined;
      const known = (shape as Record<string, Schema> | undefined)?.[discriminator]?._zod.values;
      if (name === undefined || !known) return undefined;
      cases.push(`if (${this.name(known)}.has(key)) return ${name}(value);`);
    }
    return `if (typeof value !== 'object' || value === null) ${BAIL_OUT}
const key = value[${JSON.stringify(discriminator)}];
${cases.join('\n')}
${BAIL_OUT}`;
  }
}

function writeAlone({ open, code, close }: Appending): string {
  return `let text = ${JSON.stringify(open)}; ${code} return text + ${JSON.stringify(close)};`;
}

/**
 * Returns the body of the function that writes an object with exactly these keys; undefined if one of them cannot be
 * written or would not print in the order of the shape.
 */
function writeMembers(
  shape: Readonly<Record<string, Schema>>,
  append: (schema: Schema, variable: string) => Appending | undefined,
): string | undefined {
  if (Reflect.ownKeys(shape).some(isUnsupportedKey)) return undefined;
  const members = Object.entries(shape);
  const lines = [`if (typeof value !== 'object' || value === null || Array.isArray(value)) ${BAIL_OUT}`];
  // The separator before the next member; `?` if it depends on which optional members were written.
  let before: '{' | ',' | '?' = '{';
  // The unwritten end of the previous member. It is written with what follows, since V8 allocates each appended part.
  let rest = '';
  lines.push(`let text = '';`);
  for (const [index, [key, schema]] of members.entries()) {
    const variable = `m${index}`;
    const appending = append(schema, variable);
    if (appending === undefined) return undefined;
    const { open, code, close } = appending;
    const name = `${JSON.stringify(key)}:${open}`;
    lines.push(`const ${variable} = value[${JSON.stringify(key)}];`);
    if (!canBeLeftOut(schema)) {
      lines.push(`if (${variable} === undefined) ${BAIL_OUT}`, between(before, rest, name), code);
      [before, rest] = [',', close];
      continue;
    }
    if (rest !== '') lines.push(`text += ${JSON.stringify(rest)};`);
    lines.push(
      `if (${variable} !== undefined) { ${between(before, '', name)} ${code} text += ${JSON.stringify(close)}; }`,
    );
    if (before === '{') before = '?';
    rest = '';
  }
  const end = JSON.stringify(`${rest}}`);
  lines.push(before === ',' ? `return text + ${end};` : `return text === '' ? '{}' : text + ${end};`);
  return lines.join('\n');
}

/** Appends the separator and the key of a member. */
function between(before: '{' | ',' | '?', rest: string, name: string): string {
  if (before === '?') return `text += text === '' ? '{' : ','; text += ${JSON.stringify(name)};`;
  return `text += ${JSON.stringify(rest + before + name)};`;
}

/** Whether a key is a symbol, an index, which comes before all names, or one that zod drops. */
function isUnsupportedKey(key: PropertyKey): boolean {
  return typeof key !== 'string' || key === '__proto__' || /^\d+$/.test(key);
}

/** Types that never accept undefined, so that an optional one stays undefined. */
const NEVER_UNDEFINED = new Set('string number boolean date null literal enum object array union'.split(' '));

function canBeLeftOut(schema: Schema): boolean {
  const { type, innerType } = definitionOf(schema);
  if (type !== 'optional' || schema._zod.traits.has('$ZodExactOptional')) return false;
  const inner = definitionOf(innerType as Schema);
  if (inner.type === 'nullable') return NEVER_UNDEFINED.has(definitionOf(inner.innerType as Schema).type);
  return NEVER_UNDEFINED.has(inner.type);
}
