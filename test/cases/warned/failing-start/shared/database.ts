export function connect(): { id: string }[] {
  return [];
}

throw new Error('Only handlers need this module.');
