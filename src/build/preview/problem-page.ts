import { escapeHtml } from '../../copy/markdown/escape-html.ts'

// Hides Astro's own error overlay, which is in English.
const STYLE =
  'body{margin:0;background:#fbf7ef;color:#2b1a12;font:1.125rem/1.6 Georgia,serif}main{max-width:44rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:2rem;line-height:1.2;font-weight:400;color:#3b2416}ul{padding:0;list-style:none}li{margin-block:1.5rem;padding-inline-start:1rem;border-inline-start:3px solid #8a3b1c;overflow-wrap:anywhere}vite-error-overlay{display:none}'

/**
 * Returns the page that replaces every page of the preview until the problems are fixed. The script of Vite
 * reloads it when a file changes.
 * @param problems one French sentence each, with file, line and remedy
 */
export function problemPage(problems: readonly string[]): string {
  const items = problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('')
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>À corriger</title><style>${STYLE}</style><script type="module" src="/@vite/client"></script></head>
<body><main><h1>${problems.length === 1 ? 'Un point est à corriger' : `${problems.length} points sont à corriger`}</h1><ul>${items}</ul><p>Corrigez et enregistrez : la page revient d’elle-même.</p></main></body>
</html>
`
}
