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
