/** Says on stderr what a bench is at; its figures come on stdout. */
export function tellProgress(text: string): void {
  console.error(`… ${new Date().toISOString().slice(11, 19)} ${text}`);
}
