/**
 * A tuple without a rest says its length, which `items: false` beside `prefixItems` says again: what knows no
 * `prefixItems` (JSON Schema up to draft 2019-09) would read it as a list of nothing. An empty `prefixItems` is none.
 */
export function completeTuple(json: Record<string, unknown>): void {
  const { items, maxItems, prefixItems } = json;
  if (items === false && maxItems !== undefined) delete json.items;
  if (Array.isArray(prefixItems) && prefixItems.length === 0) delete json.prefixItems;
}
