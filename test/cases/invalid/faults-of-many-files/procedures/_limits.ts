export const limits = readLimits();

function readLimits(): { page: number } {
  throw new Error('Set SHOP_LIMITS.');
}
