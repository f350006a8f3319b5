import { type Definition, definitionOf } from '../../../authoring/inner-schemas.js';
import type { Schema } from '../../../definition/schema.js';
import { findLeaf } from './find-leaf.js';
import { type Appending, GIVE_UP } from './json-writer.js';
import { writeMembers } from './write-members.js';

/**
 * The code of a schema's writer: one function for each schema that is not written in place, so that recursion ends.
 * Of the schema it contains only keys, quoted; what else a writer needs is in `values`, as `c0`, `c1` …
 */
export class WriterCode {
  readonly functions: string[] = [];
  readonly values: unknown[] = [];
  readonly #names = new Map<Schema, string>();

  /** The name of the function that writes a schema; undefined where one in it cannot be written. */
  write(schema: Schema): string | undefined {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    const name = `w${this.#names.size}`;
    // What leads back here finds the name.
    this.#names.set(schema, name);
    const body = this.#body(schema, definitionOf(schema));
    if (body === undefined) return undefined;
    this.functions.push(`function ${name}(value) {\n${body}\n}`);
    return name;
  }

  /** How the value of `variable`, which is not undefined, is appended to `text`. */
  append(schema: Schema, variable: string): Appending | undefined {
    const leaf = findLeaf(schema, definitionOf(schema));
    if (leaf?.kind === 'code') return leaf.append(variable);
    const name = this.write(schema);
    if (name === undefined) return undefined;
    const code = `const ${variable}t = ${name}(${variable}); if (${variable}t === undefined) ${GIVE_UP} text += ${variable}t;`;
    return { open: '', code, close: '' };
  }

  /** The name of a value that the code needs. */
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
      // Undefined is nothing that a writer is given.
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
    return `if (!Array.isArray(value)) ${GIVE_UP}
let text = '[';
for (let index = 0; index < value.length; index++) {
  const item = value[index];
  if (item === undefined) ${GIVE_UP}
  text += index > 0 ? ${JSON.stringify(`${close},${open}`)} : ${JSON.stringify(open)};
  ${code}
}
return text + (value.length > 0 ? ${JSON.stringify(`${close}]`)} : ']');`;
  }

  /** Which of its members a value is, one key tells. */
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
    return `if (typeof value !== 'object' || value === null) ${GIVE_UP}
const key = value[${JSON.stringify(discriminator)}];
${cases.join('\n')}
${GIVE_UP}`;
  }
}

function writeAlone({ open, code, close }: Appending): string {
  return `let text = ${JSON.stringify(open)}; ${code} return text + ${JSON.stringify(close)};`;
}
