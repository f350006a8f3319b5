export function readSetting(name: string): string {
  const value = process.env[`SHOP_${name}`];
  if (value === undefined) throw new Error(`Set SHOP_${name}.`);
  return value;
}
