/** Remembers which forms were sent, so that reloading an answer does not do the thing twice. */
export interface Submissions {
  /** False when the form was sent before. A form without an id is always new. */
  begin(formId: string): boolean;
  /** The form came to nothing and may be sent again. */
  forget(formId: string): void;
}

/** Keeps the latest `capacity` forms. Another process knows nothing of them: this is a courtesy, not a guard. */
export function createSubmissions(capacity = 10_000): Submissions {
  const seen = new Set<string>();
  return {
    begin(formId) {
      if (formId === '' || formId.length > 64) return true;
      if (seen.has(formId)) return false;
      seen.add(formId);
      const [oldest] = seen;
      if (seen.size > capacity && oldest !== undefined) seen.delete(oldest);
      return true;
    },
    forget(formId) {
      seen.delete(formId);
    },
  };
}
