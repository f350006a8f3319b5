/** The JSON form of a value: dates as ISO text, bigints as decimal text, sets as lists. */
export function toJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, part) => {
    if (typeof part === 'bigint') return String(part);
    return part instanceof Set ? [...part] : part;
  });
  return text === undefined ? undefined : JSON.parse(text);
}
