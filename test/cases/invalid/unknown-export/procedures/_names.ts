export const Names = ['pen'];
export type Name = string;
