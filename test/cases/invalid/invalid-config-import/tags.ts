export const tags = readTags();

function readTags(): Record<string, string> {
  throw new Error('Set SHOP_TAGS.');
}
