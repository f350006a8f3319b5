import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Carrier, ConstructName } from '../constructs.js';
import type { JsonSchema } from './arbitrary-of.js';

/** What a description says of a construct, by an independent validator. */
export interface Judge {
  /** The schema of the key `value`, and whether it may be missing. */
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** What a `$ref` refers to. */
  resolve(reference: string): JsonSchema;
  /** Where the value is wrong, each place once; empty when it is accepted. A place is a path from the input's root. */
  findFaults(value: unknown): readonly (readonly string[])[];
  /** What is wrong with an answer's body; empty when nothing is. */
  findAnswerFaults(body: unknown): readonly string[];
  /** What is wrong with the data of an event; empty when nothing is. */
  findEventFaults(data: unknown): readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
export function createJudges(description: any): (carrier: Carrier, name: ConstructName) => Judge {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    multipleOfPrecision: 9,
    verbose: true,
    logger: false,
  });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(description, 'api');
  const compile = (...path: readonly string[]): ValidateFunction => {
    const pointer = path.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    return ajv.compile({ $ref: `api#/${pointer.join('/')}` });
  };
  const resolve = (reference: string): JsonSchema =>
    description.components.schemas[reference.replace('#/components/schemas/', '')];
  return (carrier, name) => {
    const path = carrier === 'path' ? `/path/${name}/{value}` : `/${carrier}/${name}`;
    const method = carrier === 'body' ? 'post' : 'get';
    const operation = description.paths[path][method];
    const answer = compile(
      'paths',
      path,
      method,
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
    );
    const findAnswerFaults = (body: unknown) => (answer(body) ? [] : (answer.errors ?? []).map(describe));
    let event: ValidateFunction | undefined;
    const findEventFaults = (data: unknown) => {
      const content = ['responses', '200', 'content', 'text/event-stream', 'schema'];
      event ??= compile('paths', `/events/${name}`, 'post', ...content);
      return event({ data }) ? [] : (event.errors ?? []).map(describe);
    };
    if (carrier === 'body') {
      const schema = operation.requestBody.content['application/json'].schema;
      const validate = compile('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
      return {
        schema: schema.properties.value,
        isRequired: schema.required?.includes('value') ?? false,
        findFaults: (value) => placesOf(validate, value === undefined ? {} : { value }, []),
        findAnswerFaults,
        findEventFaults,
        resolve,
      };
    }
    const [parameter] = operation.parameters;
    const validate = compile('paths', path, method, 'parameters', '0', 'schema');
    return {
      schema: parameter.schema,
      isRequired: parameter.required === true,
      findFaults: (value) => {
        if (value === undefined) return parameter.required ? [['value']] : [];
        return placesOf(validate, value, ['value']);
      },
      findAnswerFaults,
      findEventFaults,
      resolve,
    };
  };
}

function placesOf(validate: ValidateFunction, value: unknown, root: readonly string[]): string[][] {
  if (validate(value)) return [];
  const places = (validate.errors ?? []).flatMap((error) =>
    listPlaces(error).map((place) => [...root, ...place]),
  );
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function listPlaces(error: ErrorObject): string[][] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'uniqueItems') {
    const texts = (error.data as unknown[]).map((item) => JSON.stringify(item));
    return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [[...path, String(index)]] : []));
  }
  if (error.keyword === 'minItems') {
    // What is missing of a tuple is missing where it should stand.
    const { length } = error.data as unknown[];
    const missing = Array.from({ length: error.params.limit - length }, (_, index) => `${length + index}`);
    return [path, ...missing.map((index) => [...path, index])];
  }
  const { missingProperty, additionalProperty, propertyName } = error.params as Record<string, unknown>;
  const last = missingProperty ?? additionalProperty ?? propertyName ?? error.propertyName;
  return [last === undefined ? path : [...path, String(last)]];
}

function describe(error: ErrorObject): string {
  return `${error.instancePath} ${error.message}`;
}
