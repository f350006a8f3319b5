/** The ways to sign in, the operator's folded away under the team's. */
export const SIGN_IN = `
.panel details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.875rem; }
.panel summary { width: fit-content; border-radius: 0.25rem; color: var(--muted); cursor: pointer; }
.panel summary:hover { color: var(--text); }
.panel details > * + * { margin-top: 0.75rem; }
.panel details .hint + .hint { margin-top: 0.375rem; }
.other-way { text-align: center; font-size: 0.875rem; }
.other-way a { color: var(--muted); }
.other-way a:hover { color: var(--text); }
`;
