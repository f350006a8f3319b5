/** Remembers which forms were sent, so that reloading an answer does not do the thing twice. */
export interface Submissions {
  has(formId: string): boolean;
  /** Remembers a form; one without an id is always new. */
  begin(formId: string): void;
  /** The form came to nothing and may be sent again. */
  forget(formId: string): void;
}

/** Keeps the latest `capacity` forms. Another process knows nothing of them. */
export function createSubmissions(capacity = 10_000): Submissions {
  const seen = new Set<string>();
  return {
    has: (formId) => seen.has(formId),
    begin(formId) {
      if (formId === '' || formId.length > 64) return;
      seen.add(formId);
      const [oldest] = seen;
      if (seen.size > capacity && oldest !== undefined) seen.delete(oldest);
    },
    forget(formId) {
      seen.delete(formId);
    },
  };
}
