export const Item = 1;
