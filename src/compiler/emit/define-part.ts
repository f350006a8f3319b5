import type { ApiModel } from '../../model/api-model.js';
import { remember } from '../remember.js';

/** What an emitter prints of a model item by item, and remembers of each item. */
export interface Part<Item extends object, Made> {
  /** Prepares what prints each item of that model. */
  printer(model: ApiModel): (item: Item) => Made;
  /** What is printed of all items, in the order of the model. */
  list(model: ApiModel): readonly Made[];
}

/** What prints an item takes `given` besides it: once that is another, the item is printed anew. */
export function definePart<Item extends object, Rest extends readonly unknown[], Made>(
  items: (model: ApiModel) => readonly Item[],
  print: (item: Item, ...rest: Rest) => Made,
  given: (model: ApiModel) => (item: Item) => Readonly<Rest>,
): Part<Item, Made> {
  const remembering = remember(print);
  const printer = (model: ApiModel) => {
    const restOf = given(model);
    return (item: Item) => remembering(item, ...restOf(item));
  };
  return { printer, list: (model) => items(model).map(printer(model)) };
}

/** What is given to what prints an item for itself. */
export const nothingElse = () => () => [] as const;
