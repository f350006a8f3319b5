/** A JSON Schema of the description, with the keywords that data is made from. */
export interface MockSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly MockSchema[];
  readonly oneOf?: readonly MockSchema[];
  readonly allOf?: readonly MockSchema[];
  readonly not?: MockSchema;
  readonly format?: string;
  readonly pattern?: string;
  /** All patterns of merged schemas, instead of `pattern`; not a keyword of JSON Schema. */
  readonly patterns?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly items?: MockSchema | false;
  readonly prefixItems?: readonly MockSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: MockSchemas;
  readonly required?: readonly string[];
  readonly additionalProperties?: MockSchema | boolean;
  readonly propertyNames?: MockSchema;
  readonly patternProperties?: MockSchemas;
}

export interface MockSchemas {
  readonly [name: string]: MockSchema;
}
