import type { FormFieldModel } from '../../model/api-model.js';
import type { SchemaKey, Shape } from '../schema/shape.js';
import { listForms, listParts } from '../schema/walk-shape.js';
import type { ObjectVariant } from './object-variants.js';

type Resolve = (schema: SchemaKey) => Shape;

/** Describes how each key of an input is sent if one of them is a file, by name; undefined if none is. */
export function listFormFields(
  variants: readonly ObjectVariant[],
  keys: readonly string[],
  resolve: Resolve,
): ReadonlyMap<string, FormFieldModel> | undefined {
  const fields = keys.map((key) => [key, describeField(key, variants, resolve)] as const);
  return fields.some(([, { as }]) => as === 'file') ? new Map(fields) : undefined;
}

/** Whether a shape is nothing but a file or a list of files. */
export function isFileField(shape: Shape, resolve: Resolve): boolean {
  const { items } = listItems(listPresent([shape], resolve), resolve);
  return items.length > 0 && items.every(({ kind }) => kind === 'file');
}

function describeField(key: string, variants: readonly ObjectVariant[], resolve: Resolve): FormFieldModel {
  const properties = variants.flatMap(({ properties }) => properties.get(key) ?? []);
  const present = listPresent(
    properties.map(({ shape }) => shape),
    resolve,
  );
  const { isList, items } = listItems(present, resolve);
  const isRequired = properties.length === variants.length && !properties.some((each) => each.isOptional);
  const list = isList && { list: isRequired ? ('required' as const) : ('optional' as const) };
  if (items.length === 0 || !items.every(({ kind }) => kind === 'file')) {
    return { as: items.every((item) => isText(item, resolve)) ? 'text' : 'json', ...list };
  }
  const limits = items.map(({ keywords }) => keywords?.maxLength ?? Number.POSITIVE_INFINITY);
  const maxBytes = Math.max(...limits.map(Number));
  const types = items.map((item) => (item.kind === 'file' ? item.contentTypes : undefined));
  return {
    as: 'file',
    ...list,
    ...(Number.isFinite(maxBytes) && { maxBytes }),
    ...(!types.includes(undefined) && { contentTypes: [...new Set(types.flatMap((each) => each ?? []))] }),
  };
}

function listPresent(shapes: readonly Shape[], resolve: Resolve): readonly Shape[] {
  return shapes.flatMap((shape) => listForms(shape, resolve)).filter(({ kind }) => kind !== 'absent');
}

/** Returns the forms of each item if all forms are lists, else the forms themselves. */
function listItems(forms: readonly Shape[], resolve: Resolve) {
  const isList = forms.length > 0 && forms.every(isListShape);
  const parts = forms.flatMap((form) => listParts(form).map(([, part]) => part));
  return { isList, items: isList ? listPresent(parts, resolve) : forms };
}

function isListShape({ kind }: Shape): boolean {
  return kind === 'array' || kind === 'set' || kind === 'tuple';
}

/** Whether text can represent a value, as in a query. The number of fields distinguishes a value from a list. */
function isText(shape: Shape, resolve: Resolve): boolean {
  if (isListShape(shape)) {
    const { items } = listItems([shape], resolve);
    return items.every((item) => !isListShape(item) && isText(item, resolve));
  }
  return (shape.kind === 'leaf' && shape.leaf !== 'any') || shape.kind === 'literal';
}
