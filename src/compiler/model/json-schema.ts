/** A JSON Schema of draft 2020-12 as OpenAPI 3.1 takes it. References are `#/components/schemas/<name>`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
