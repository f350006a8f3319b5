/** Checks the bytes of texts that arrive in chunks for anything that is not UTF-8. */
export class Utf8Check {
  #decoder = createDecoder();
  #isValid = true;

  add(chunk: Uint8Array): void {
    if (this.#isValid) this.#isValid = this.#decodes(chunk, true);
  }

  /** Returns whether everything that was added since the last call is UTF-8. */
  end(): boolean {
    const isValid = this.#isValid && this.#decodes(undefined, false);
    this.#isValid = true;
    return isValid;
  }

  #decodes(chunk: Uint8Array | undefined, stream: boolean): boolean {
    try {
      this.#decoder.decode(chunk, { stream });
      return true;
    } catch {
      this.#decoder = createDecoder();
      return false;
    }
  }
}

function createDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true });
}
