/** Null where both sides of an intersection are valid and cannot be merged, for which zod throws. */
export function settleMerge<T>(run: () => Promise<T>): Promise<T | null> {
  return run().catch((error: Error) => {
    if (error.message.startsWith('Unmergable intersection')) return null;
    throw error;
  });
}
