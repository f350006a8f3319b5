import type {
  ApiModel,
  DeprecationModel,
  NamedType,
  ProcedureModel,
  SuccessModel,
} from '../../../model/api-model.js';
import type { OutputFile } from '../../../model/output-file.js';
import { DEFAULT_PREFIX, printOpenApiPath } from '../../../protocol/path-template.js';
import { renderTemplate } from '../render-template.js';
import { printComment } from '../typescript/print-comment.js';
import {
  printData,
  printMethodKey,
  printObjectKey,
  printTypedData,
  printTypeKey,
} from '../typescript/print-literal.js';
import { printDeclaration, printType } from '../typescript/print-type.js';
import { type ClientParts, inlineRuntime, RUNTIME_PURPOSES } from './client-parts.js';
import { buildClientTree, type ClientGroup, isGroup, listGroups } from './client-tree.js';
import type { ClientView, LinkView, OperationView } from './client-view.js';
import { findExample, findInputType, indexTypes, type NamedTypes } from './find-type.js';
import { buildOperationRow, isLink, isStream, listJsonFields } from './operation-row.js';

const LINE_WIDTH = 110;

/** Prints the typed client: types, operations, the nested client, then the runtime that they use. */
export function emitClient(model: ApiModel, parts: ClientParts): OutputFile {
  const tree = buildClientTree(model);
  const { procedures } = model;
  const types = indexTypes(model);
  const links = procedures.filter(isLink);
  const uses = {
    events: procedures.some(({ success }) => success.kind === 'events'),
    streams: procedures.some(isStream),
    links: links.length > 0,
    forms: procedures.some(listJsonFields),
  };
  /** A function without a caller is an error under `noUnusedLocals`. */
  const printRuntime = (isForLinks: boolean): readonly string[] => {
    const runtime = parts.runtime.filter(({ file }) => {
      const purpose = RUNTIME_PURPOSES[file];
      const isOfOperations = purpose === 'links' || purpose === 'forms';
      return isOfOperations === isForLinks && (!purpose || uses[purpose]);
    });
    return inlineRuntime({ ...parts, runtime }).map((text) => fillPrefix(text, model.prefix));
  };
  const view: ClientView = {
    declarations: model.types.map((type) => printDeclaration(type).trimEnd()),
    operations: procedures
      .filter((procedure) => !isLink(procedure))
      .map((procedure) => buildOperationView(procedure, types)),
    links: links.map((procedure) => buildLinkView(procedure, types)),
    linkRuntime: printRuntime(true),
    groups: listGroups(tree).map((group) => ({
      comment: printComment([describeGroup(group)]).trimEnd(),
      name: group.name,
      members: [...group.members].map(([key, member]) =>
        isGroup(member)
          ? `  readonly ${printTypeKey(key)}: ${member.name};`
          : printMember(member, findInputType(member, types)),
      ),
    })),
    client: printClientObject(tree, '  '),
    credentials: model.credentials,
    runtime: printRuntime(false),
  };
  return { path: 'client.ts', text: renderTemplate(parts.template, view) };
}

/** Sets the prefix of this service's paths in the runtime. */
function fillPrefix(text: string, prefix: string): string {
  if (prefix === DEFAULT_PREFIX) return text;
  return text.replace(/\/api(?=\$\{encodePath\()/, prefix).replace('`/api`', `\`${prefix || '/'}\``);
}

/** Returns an operation as a stand-alone function, in the pieces that the template assembles. */
function buildOperationView(procedure: ProcedureModel, types: NamedTypes): OperationView {
  const row = printRow(procedure, types);
  const options = listJsonFields(procedure) ? 'withForm(options)' : 'options';
  const send = sendOf(procedure);
  const transport = isStream(procedure) ? 'transport, ' : '';
  return {
    result: printResultType(procedure),
    ...buildFunctionView(procedure, types),
    returned: printReturned(procedure),
    send,
    isStream: isStream(procedure),
    row,
    options,
    isLong: `  return ${send}${transport}${row}, ${nameInput(procedure)}, ${options});`.length > LINE_WIDTH,
  };
}

/** Returns an operation that has a URL instead of a call, in the same form. */
function buildLinkView(procedure: ProcedureModel, types: NamedTypes): LinkView {
  return { ...buildFunctionView(procedure, types), path: printOpenApiPath(procedure.path) };
}

function buildFunctionView(procedure: ProcedureModel, types: NamedTypes) {
  return {
    comment: printOperationComment(procedure, {
      indent: '',
      call: `${procedure.identifier}(transport, `,
      input: findInputType(procedure, types),
    }).trimEnd(),
    name: procedure.identifier,
    parameters: breakParameters(procedure),
    input: nameInput(procedure),
  };
}

function nameInput({ input }: ProcedureModel): string {
  return input ? 'input' : 'undefined';
}

/** Returns the return type of the operation's function. */
function printReturned(procedure: ProcedureModel): string {
  if (isLink(procedure)) return 'string';
  return isStream(procedure) ? procedure.resultType : `Call<${procedure.resultType}>`;
}

/** Returns the beginning of the call of the runtime. */
function sendOf({ resultType, success }: ProcedureModel): string {
  const item = printType(success.payload);
  if (success.kind === 'events') return `streamEvents<${item}>(`;
  if (success.kind === 'lines') return `streamLines<${item}>(`;
  return `transport<${resultType}>(`;
}

/** Prints the operation's row for the transport, as an expression. */
function printRow(procedure: ProcedureModel, types: NamedTypes): string {
  const row = printTypedData(buildOperationRow(procedure, types));
  const json = listJsonFields(procedure);
  return json
    ? `${row.slice(0, -' }'.length)}, form: (input) => encodeForm(input, ${printTypedData(json)}) }`
    : row;
}

/**
 * Declares the result of a call, with the documented statuses of its failures. `Result<…>` would be equivalent, but
 * cost the compiler six more instantiations per operation.
 */
function printResultType({ resultType, success, failures }: ProcedureModel): string {
  const item = printType(success.payload);
  if (success.kind === 'events') return `export type ${resultType} = EventIterable<${item}>;`;
  if (success.kind === 'lines') return `export type ${resultType} = AsyncIterable<${item}>;`;
  const statuses = failures.map(({ status }) => status).join(' | ');
  const fail = statuses === '' ? 'Fail' : `Fail<${statuses}>`;
  const line = `export type ${resultType} = Ok<${printType(success.payload)}> | ${fail};`;
  return line.length > LINE_WIDTH ? line.replace(' = ', ' =\n  ') : line;
}

const OPTIONS: Partial<Record<SuccessModel['kind'], string>> = {
  events: 'EventCallOptions',
  lines: 'StreamCallOptions',
};

function printParameters(procedure: ProcedureModel): readonly string[] {
  const { input, success } = procedure;
  return [
    ...(input ? [`input${input.isOptional ? '?' : ''}: ${printType(input.type)}`] : []),
    ...(isLink(procedure) ? [] : [`options?: ${OPTIONS[success.kind] ?? 'CallOptions'}`]),
  ];
}

/** Prints the stand-alone function's parameters, one per line if they do not fit on one. */
function breakParameters(procedure: ProcedureModel): string {
  const parameters = ['transport: Transport', ...printParameters(procedure)];
  const line = parameters.join(', ');
  const rest = `export function (): ${printReturned(procedure)} {${procedure.identifier}`;
  if (line.length + rest.length <= LINE_WIDTH && !line.includes('\n')) return line;
  return `\n${parameters.map((parameter) => `  ${parameter},\n`).join('')}`;
}

function printMember(member: ProcedureModel, input: NamedType | undefined): string {
  const key = member.namePath.at(-1) ?? '';
  const signature = `(${printParameters(member).join(', ')}): ${printReturned(member)}`;
  const call = isLink(member) ? `api.${member.name}.url(` : `api.${member.name}(`;
  const comment = printOperationComment(member, { indent: '  ', call, input });
  if (isLink(member)) return `${comment}  readonly ${printTypeKey(key)}: { url${signature} };`;
  return `${comment}  ${printMethodKey(key)}${signature};`;
}

function describeGroup({ path }: ClientGroup): string {
  return path.length === 0
    ? 'The client that `createClient` returns.'
    : `\`${path.join('.')}\` of the client.`;
}

/** Prints the nested client as an expression over `transport`, with continuation lines at `indent`. */
function printClientObject(group: ClientGroup, indent: string): string {
  const inner = `${indent}  `;
  const members = [...group.members].map(([key, member]) => {
    if (isGroup(member)) return `${inner}${printObjectKey(key)}: ${printClientObject(member, inner)},\n`;
    const parameters = [...(member.input ? ['input'] : []), ...(isLink(member) ? [] : ['options'])];
    const call = `(${parameters.join(', ')}) => ${member.identifier}(${['transport', ...parameters].join(', ')})`;
    return `${inner}${printObjectKey(key)}: ${isLink(member) ? `{ url: ${call} }` : call},\n`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
}

interface CommentOptions {
  readonly indent: string;
  /** The call as written where the comment appears, up to its input: `api.items.create(`. */
  readonly call: string;
  /** The type of the whole input. */
  readonly input: NamedType | undefined;
}

/** Prints an operation's doc comment: summary, description, route, an example, and deprecation. */
function printOperationComment(procedure: ProcedureModel, options: CommentOptions): string {
  const { deprecation } = procedure;
  const example = findExample(options.input);
  return printComment(describeOperation(procedure), options.indent, {
    ...(example !== undefined && {
      examples: [printExample(procedure, `${options.call}${printData(example)})`)],
    }),
    ...(deprecation && { deprecation: describeDeprecation(deprecation) }),
  });
}

function printExample(procedure: ProcedureModel, call: string): string {
  if (isLink(procedure)) return call;
  return isStream(procedure) ? `for await (const item of ${call}) console.log(item);` : `await ${call}`;
}

function describeOperation(procedure: ProcedureModel): readonly string[] {
  const { summary, description = summary, method, path } = procedure;
  const route = `\`${method} ${printOpenApiPath(path)}\``;
  const failures = procedure.failures.filter(({ isShared }) => !isShared);
  const failureLines = failures.map(({ status, description }) => `- ${status}: ${description}`);
  // One line per operation keeps the client of a large service readable.
  const lines = description === summary ? [`${summary} (${route})`] : [summary, '', description, '', route];
  return failureLines.length > 0 ? [...lines, '', ...failureLines] : lines;
}

function describeDeprecation({ since, sunset, replacedBy }: DeprecationModel): string {
  const sentences = [
    since === undefined ? [] : `Since ${since}.`,
    sunset === undefined ? [] : `Gone after ${sunset}.`,
    replacedBy === undefined ? [] : `Use \`${replacedBy}\` instead.`,
  ];
  return sentences.flat().join(' ');
}
