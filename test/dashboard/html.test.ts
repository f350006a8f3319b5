import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from '../../src/dashboard/html.js';

test('a value is escaped in text and in attributes', () => {
  const name = `<b> & "x" 'y'`;
  expect(html`<p title="${name}">${name}</p>`.markup).toBe(
    '<p title="&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;">&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</p>',
  );
});

test('markup inside markup stays, lists are joined, nothing prints nothing', () => {
  const items = ['a', 'b'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}${null}${undefined}${false}${0}</ul>`.markup).toBe(
    '<ul><li>a</li><li>b</li>0</ul>',
  );
});

test('a backslash in a template is a backslash', () => {
  expect(html`a\\b`.markup).toBe('a\\b');
});

test('no text leaves its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(html`<p>${text}</p>`.markup.slice(3, -4)).not.toMatch(/[<>"']/);
    }),
  );
});
