/**
 * A copy of `context` with the properties of `addition`. Getters of `context` are copied as getters, so they stay lazy.
 */
export function extendContext<C extends object>(context: C, addition: object): C {
  const extended = {} as Record<PropertyKey, unknown>;
  for (const key of Reflect.ownKeys(context)) {
    const property = Object.getOwnPropertyDescriptor(context, key) as PropertyDescriptor;
    if (property.get) Object.defineProperty(extended, key, property);
    else extended[key] = property.value;
  }
  const added: Record<PropertyKey, unknown> = { ...addition };
  for (const key of Reflect.ownKeys(added)) {
    Object.defineProperty(extended, key, { ...DATA_PROPERTY, value: added[key] });
  }
  return extended as C;
}

const DATA_PROPERTY = { configurable: true, enumerable: true, writable: true };
