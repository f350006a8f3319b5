export const registry = new Set<string>();
