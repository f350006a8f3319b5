/** The forms that were submitted, so that a reload does not repeat the action. */
export interface Submissions {
  has(formId: string): boolean;
  /** Adds a form; one without an id is never recorded. */
  begin(formId: string): void;
  /** Removes a form whose action failed, so that it may be submitted again. */
  forget(formId: string): void;
}

/** Keeps the latest `capacity` forms in memory; processes do not share them. */
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
