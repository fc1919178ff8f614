import { formatAnswer, formatRequest } from './format-example.ts';
import type { Handler } from './handle.ts';

/** The operations as an HTML page without scripts. */
export function renderDocs(handlers: readonly Handler[]): string {
  const tags = Map.groupBy(handlers, ({ operation }) => operation.tag);
  const chapters = [...tags].map(
    ([tag, own]) => `<section id="${anchor(tag)}"><h2>${tag}</h2>${own.map(renderOperation).join('')}</section>`,
  );
  const links = [...tags.keys()].map((tag) => `<a href="#${anchor(tag)}">${tag}</a>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay REST API</title><style>${STYLE}</style></head>
<body><header><h1>Assay REST API</h1>
<p>Send a key as <code>Authorization: Bearer assay_sk_…</code>. Errors are <code>application/problem+json</code> with a
<code>code</code> to branch on. Lists are paginated with a cursor. Every write accepts an <code>Idempotency-Key</code>.
The examples need <code>ASSAY_URL</code> and <code>ASSAY_API_KEY</code> in the environment.
OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p><nav>${links}</nav></header>
<main>${chapters.join('')}</main></body></html>`;
}

const anchor = (tag: string): string => tag.replaceAll(' ', '-');

function renderOperation({ operation }: Handler): string {
  const { id, method, path, summary, description = '', scope } = operation;
  const answer = formatAnswer(operation);
  const shown = [
    `<h4>Request</h4><pre tabindex="0">${escapeHtml(formatRequest(operation))}</pre>`,
    answer === '' ? '' : `<h4>Response</h4><pre tabindex="0">${escapeHtml(answer)}</pre>`,
  ].join('');
  return `<article id="${id}"><h3><span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}. <em>${scope === null ? 'No key required' : `Scope: ${scope}`}.</em></p><p>${markCode(escapeHtml(description))}</p>${shown}</article>`;
}

// the only Markdown that descriptions use
const markCode = (text: string): string => text.replace(/`([^`]+)`/g, '<code>$1</code>');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
nav a { margin-right: 1rem; }
article { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: 0.5rem 0; }
h3 { font-size: 1rem; margin: 0.5rem 0; } h3 span { display: inline-block; min-width: 4rem; font-size: 0.8rem; }
h4 { font-size: 0.85rem; margin: 0.5rem 0 0; }
pre { overflow: auto; max-height: 24rem; padding: 0.75rem; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent); }
`;
