import { type Html, html } from '../html.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Explains the choice; screen readers read it with the label. */
  readonly text: string | Html;
  readonly tone?: 'warning';
}

export interface Choices {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly error?: string | undefined;
  /** Whether the chosen one gets the focus when the form is shown. */
  readonly isFirst?: boolean;
  /** Shown below the choices. */
  readonly more?: Html | null;
}

/** Renders radio buttons in a column, each with its explanation. */
export function renderCards({ name, legend, choices, chosen, error, isFirst = false, more }: Choices): Html {
  return html`<fieldset class="field"${describeFieldError(name, error)}>
<legend>${legend}</legend>
<div class="cards">
${choices.map(
  ({ value, label, text }) => html`<label class="card-choice">
<input type="radio" name="${name}" value="${value}" required aria-labelledby="${name}-${value}-label" aria-describedby="${name}-${value}"${value === chosen && html` checked`}${value === chosen && isFirst && html` autofocus`}>
<span id="${name}-${value}-label">${label}</span>
<span class="card-text" id="${name}-${value}">${text}</span>
</label>`,
)}
</div>
${renderFieldError(name, error)}
${more}
</fieldset>`;
}

/** Renders radio buttons in a row, with the explanation of the chosen one below. */
export function renderSegments({
  name,
  legend,
  choices,
  chosen,
  error,
  isFirst = false,
  more,
}: Choices): Html {
  return html`<fieldset class="field"${describeFieldError(name, error)}>
<legend>${legend}</legend>
<div class="segments">
${choices.map(
  ({ value, label }) =>
    html`<label><input type="radio" name="${name}" value="${value}" required aria-describedby="${name}-${value}"${value === chosen && html` checked`}${value === chosen && isFirst && html` autofocus`}><span>${label}</span></label>`,
)}
</div>
${choices.map(({ value, text, tone }) => html`<p class="segment-text${tone && ` ${tone}`}" id="${name}-${value}">${text}</p>`)}
${more}
${renderFieldError(name, error)}
</fieldset>`;
}

export function renderFieldError(name: string, error: string | undefined): Html | false {
  return error !== undefined && html`<p class="field-error" id="${name}-error">${error}</p>`;
}

function describeFieldError(name: string, error: string | undefined): Html | false {
  return error !== undefined && html` aria-describedby="${name}-error"`;
}
