export const tags = JSON.parse(process.env.SHOP_TAGS ?? '{');
