/** Inputs of `items.search`, no two alike, so that nothing is decoded twice in a row. */
export function listInputs(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    page: index + 1,
    minRating: 3.5 + index / 1000,
    inStock: index % 2 === 0,
    since: new Date(Date.UTC(2026, 0, 1) + index * 7_654_321),
    sort: ['name', 'price', 'newest'][index % 3],
    tag: ['red', `size ${index}`, 'größer'],
    price: { from: index, to: index + 99.5 },
    account: 12_345_678_901_234_567_890n + BigInt(index),
    text: `blue shirt ${index}`,
    reference: index % 2 === 0 ? index : `A-${index}`,
  }));
}
