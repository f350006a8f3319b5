import { type EventIterable, readEvent } from '../definition/stream.js';

/** The items of a stream, each checked as it is asked for. `check` throws for one that does not fit its schema. */
export function checkEvents(
  source: AsyncIterable<unknown>,
  check: (value: unknown) => unknown,
): EventIterable<unknown> {
  let lastEventId: string | null = null;
  async function* list(): AsyncGenerator<unknown, void, undefined> {
    for await (const given of source) {
      const { id, value } = readEvent(given);
      const checked = await check(value);
      lastEventId = id ?? lastEventId;
      yield checked;
    }
  }
  return {
    get lastEventId() {
      return lastEventId;
    },
    [Symbol.asyncIterator]: list,
  };
}
