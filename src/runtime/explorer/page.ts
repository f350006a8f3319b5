/** The explorer's page. Everything on it is made by its script, from the description beside it. */
export const EXPLORER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>API explorer</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/explorer.css">
<script src="docs/explorer.js" defer></script>
</head>
<body>
<header>
<h1 id="title">API explorer</h1>
<span id="version"></span>
<a href="openapi.json">openapi.json</a>
<label id="credentials" hidden><span></span> <input id="key" type="password" autocomplete="off" spellcheck="false"></label>
</header>
<div id="columns">
<nav id="contents" aria-label="Operations"></nav>
<main id="operations"><p id="status" role="status">Loading the description…</p></main>
</div>
<noscript><p>The explorer needs JavaScript. The description is at <a href="openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>
`;

export const EXPLORER_STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #60646c; --line: #d9dce1; --ground: #fff; --raised: #f6f7f9;
  --accent: #0b68cb; --good: #18794e; --bad: #c4222c; --warm: #ad5700; --mono: ui-monospace, SFMono-Regular, Menlo, monospace; }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --soft: #a5aab3; --line: #363a43; --ground: #111317;
  --raised: #191c22; --accent: #70b8ff; --good: #3dd68c; --bad: #ff9592; --warm: #ffa057; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
code, pre, textarea, .path { font-family: var(--mono); font-size: 13px; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center;
  padding: 10px 24px; background: var(--ground); border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 17px; }
#version { color: var(--soft); }
#credentials { margin-left: auto; display: flex; align-items: center; gap: 8px; color: var(--soft); }
#credentials[hidden] { display: none; }
#columns { display: grid; grid-template-columns: 260px minmax(0, 1fr); max-width: 1280px; margin: auto; }
nav { position: sticky; top: 54px; align-self: start; max-height: calc(100vh - 54px); overflow: auto; padding: 16px 8px 32px 24px; }
nav h2 { margin: 16px 0 4px; font-size: 12px; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
nav a { display: block; padding: 3px 8px; border-radius: 6px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { background: var(--raised); }
main { min-width: 0; padding: 16px 24px 64px; }
main > h2 { margin: 28px 0 4px; }
.description { white-space: pre-wrap; overflow-wrap: anywhere; }
details.operation { margin: 10px 0; border: 1px solid var(--line); border-radius: 10px; scroll-margin-top: 70px; }
details.operation > summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 10px 14px; cursor: pointer; }
details.operation[open] > summary { border-bottom: 1px solid var(--line); }
details.operation > div { padding: 4px 14px 16px; }
.path { overflow-wrap: anywhere; font-weight: 600; }
.deprecated .path { text-decoration: line-through; }
.method { min-width: 4.2em; font: 700 12px var(--mono); }
.GET { color: var(--accent); } .POST { color: var(--good); } .PUT, .PATCH { color: var(--warm); } .DELETE { color: var(--bad); }
.note, .hint { color: var(--soft); }
h3 { margin: 18px 0 6px; font-size: 14px; }
pre { margin: 4px 0; padding: 10px 12px; overflow: auto; background: var(--raised); border-radius: 8px; max-height: 420px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 600; white-space: nowrap; }
input, textarea { width: 100%; padding: 6px 9px; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 7px; font: inherit; }
textarea { min-height: 120px; font-family: var(--mono); font-size: 13px; resize: vertical; }
#key { width: 260px; }
button { margin-top: 12px; padding: 7px 18px; border: 0; border-radius: 7px; background: var(--accent); color: var(--ground); font: inherit; font-weight: 600; cursor: pointer; }
button:disabled { opacity: .5; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.fine { color: var(--good); } .failed { color: var(--bad); }
@media (max-width: 800px) { #columns { grid-template-columns: minmax(0, 1fr); } nav { display: none; } #key { width: 160px; } }
`;
