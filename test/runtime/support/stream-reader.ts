/** Reads the answer of a stream piece by piece, as it comes. */
export interface StreamReader {
  readonly response: Response;
  /** The next piece that ends with `end`, without it; undefined at the end of the answer. */
  next(end?: string): Promise<string | undefined>;
  /** What is left of the answer, to its end. */
  rest(): Promise<string>;
  /** Goes away. */
  leave(): Promise<void>;
}

export function readStream(response: Response): StreamReader {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  async function pull(): Promise<boolean> {
    const { done, value } = await reader.read();
    if (!done) text += decoder.decode(value, { stream: true });
    return !done;
  }
  return {
    response,
    async next(end = '\n\n') {
      while (!text.includes(end)) if (!(await pull())) return undefined;
      const at = text.indexOf(end);
      const piece = text.slice(0, at);
      text = text.slice(at + end.length);
      return piece;
    },
    async rest() {
      while (await pull());
      return text;
    },
    leave: () => reader.cancel(),
  };
}
