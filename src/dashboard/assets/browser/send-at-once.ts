/** Sends the form that waits for nobody: the answer of the sign-in provider. */
export function sendAtOnce(): void {
  document.querySelector<HTMLFormElement>('form[data-send-at-once]')?.requestSubmit();
}
