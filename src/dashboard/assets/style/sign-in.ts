/** The ways to sign in, the operator's folded away under the team's. */
export const SIGN_IN = `
.narrow details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.875rem; }
.narrow summary { width: fit-content; border-radius: 0.25rem; color: var(--muted); cursor: pointer; }
.narrow summary:hover { color: var(--text); }
.narrow details > * + * { margin-top: 0.75rem; }
.narrow details .hint + .hint { margin-top: 0.375rem; }
.other-way { text-align: center; font-size: 0.875rem; }
.other-way a { color: var(--muted); }
.other-way a:hover { color: var(--text); }
`;
