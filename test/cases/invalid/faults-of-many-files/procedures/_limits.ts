export const limits = JSON.parse(process.env.SHOP_LIMITS ?? '');
