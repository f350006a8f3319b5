import { describe, expect, test } from 'vitest';
import { renderTemplate, TemplateError } from '../../../src/compiler/emit/render-template.js';

function catchTemplateError(template: string, view: object): TemplateError {
  try {
    renderTemplate(template, view);
  } catch (error) {
    if (error instanceof TemplateError) return error;
  }
  throw new Error('It threw no TemplateError.');
}

describe('renderTemplate', () => {
  test('fills every hole through its helper', () => {
    const template =
      '{{#each rows}}\nconst {{identifier name}}: {{code type}} = { {{key key}}: {{string text}}, d: {{data data}} }; // {{comment note}}\n{{/each}}\n';
    const rows = [
      { name: 'a', type: 'Array<X>', key: 'b-c', text: `'"<&>`, data: { x: [null] }, note: 'x */\n y' },
    ];
    expect(renderTemplate(template, { rows })).toBe(
      `const a: Array<X> = { 'b-c': '\\'"<&>', d: { x: [null] } }; // x *\\/ y\n`,
    );
  });

  test('chooses and repeats', () => {
    const template =
      '{{#if a}}A{{else}}B{{/if}}{{#unless a}}C{{/unless}}{{#each list}}{{code this}};{{else}}none{{/each}}';
    expect(renderTemplate(template, { a: false, list: ['x', 'y'] })).toBe('BCx;y;');
    expect(renderTemplate(template, { a: true, list: [] })).toBe('Anone');
  });

  test.each([
    ['{{code a}}', {}],
    ['{{code a.b}}', { a: {} }],
    ['{{code a}}', { a: undefined }],
    ['{{string a}}', { a: 1 }],
    ['{{data a}}', { a: undefined }],
    ['{{data a}}', { a: { b: () => 1 } }],
    ['{{identifier a}}', { a: 'a b' }],
    ['{{identifier a}}', { a: 'class' }],
    ['{{#if a}}{{/if}}', {}],
    ['{{#unless a}}{{/unless}}', {}],
    ['{{#each a}}{{/each}}', {}],
    ['{{code a b}}', { a: 'a', b: 'b' }],
  ])('throws a TypeError for %s of %o', (template, view) => {
    expect(catchTemplateError(template, view).cause).toBeInstanceOf(TypeError);
  });

  test.each([
    '{{a}}',
    '{{{a}}}',
    '{{&a}}',
    '{{nope a}}',
    '{{#with a}}{{/with}}',
    '{{> a}}',
    '{{#a}}{{/a}}',
    '{{#if a}}{{a}}{{/if}}',
    '{{#if a}}{{else}}{{a}}{{/if}}',
    '{{lookup this "a"}}',
  ])('refuses %s, which no quoting helper guards', (template) => {
    expect(catchTemplateError(template, { a: 'a' }).cause).toBeInstanceOf(SyntaxError);
  });

  test.each([
    ['a field that there is not', 'x\n\n  {{code nope}}\n', 3, '{{code}} was given undefined.'],
    [
      'a field that there is not, in a list',
      '{{#each list}}\n{{code this.nope}}\n{{/each}}',
      2,
      '{{code}} was given undefined.',
    ],
    ['a block over a field that there is not', 'x\n{{#if nope}}\n{{/if}}', 2, '{{if}} was given undefined.'],
    ['a hole without a helper', 'x\n{{a}}', 2, '{{a}} is not one of the helpers.'],
    ['a block that is not closed', 'x\n{{#if a}}\n', 3, expect.stringContaining("got 'EOF'")],
  ])('says on which line there is %s', (_, template, line, message) => {
    expect(catchTemplateError(template, { a: 'a', list: [{}] })).toMatchObject({
      source: template,
      line,
      message,
    });
  });
});
