/** What is typed for a parameter: JSON where it is a list or an object, the text itself otherwise. */
export function readField(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
