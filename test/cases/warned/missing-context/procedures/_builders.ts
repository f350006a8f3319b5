import { createProcedure } from 'procgen';

export interface ShopContext {
  readonly shop: { readonly id: string };
}

export const shopProcedure = createProcedure<ShopContext>();

/** Of a context that the caller knows. */
export function createBuilder<T extends object>() {
  return createProcedure<T>();
}
