export const names = ['pen'];
