import { ConfigSchema } from './config-schema.js';

/** The keys that the configuration may have in the object at that path; none where there is no such object. */
export function listOptions(path: readonly string[]): readonly string[] {
  const objects = path.reduce<readonly ObjectShape[]>(
    (shapes, key) => shapes.flatMap((shape) => (Object.hasOwn(shape, key) ? listShapes(shape[key]) : [])),
    listShapes(ConfigSchema as unknown as Described),
  );
  return [...new Set(objects.flatMap((shape) => Object.keys(shape)))];
}

/** What of a zod schema tells where its keys are. */
interface Described {
  readonly _zod: {
    readonly def: {
      readonly shape?: ObjectShape;
      readonly options?: readonly Described[];
      readonly innerType?: Described;
      readonly in?: Described;
      readonly out?: Described;
    };
  };
}
type ObjectShape = Readonly<Record<string, Described>>;

/** The objects that a schema takes, whatever is wrapped around them. */
function listShapes(schema: Described | undefined): readonly ObjectShape[] {
  if (!schema) return [];
  const { shape, options = [], innerType, in: before, out: after } = schema._zod.def;
  return shape ? [shape] : [...options, innerType, before, after].flatMap(listShapes);
}
