import { readFileSync } from 'node:fs'
import { allForms } from '../forms/index.ts'
import { ERROR_PAGES, type File, readFiles } from '../server/http/files.ts'
import { assetHeaders, securityHeaders } from '../server/http/security-headers.ts'

/** Folder of the served release on a machine set up with deploy/LISEZMOI.md. */
const CLIENT = '/opt/hera/current/dist/client'
const PROCESS = 'http://127.0.0.1:4321'
/** Headers that a web server computes for each response. */
const COMPUTED = ['Content-Length', 'Content-Encoding', 'ETag', 'Vary']
const HASHED = '/_astro/'

/** Returns the built files by URL path, without the error pages, with the headers that the server sends. */
export function staticFiles(client: string, headersFile: string, siteUrl: string): Map<string, File> {
  const files = readFiles(client, JSON.parse(readFileSync(headersFile, 'utf8')), securityHeaders(siteUrl))
  for (const path of ERROR_PAGES) files.delete(path)
  return files
}

/**
 * Returns a file to include in the `server` block of deploy/nginx.conf. nginx then serves the built files like the
 * server, including compressed copies and ETags, and passes on all other requests: other methods or spellings of
 * an address, conditional requests, unknown addresses and on-demand pages.
 */
export function nginxStatic(files: ReadonlyMap<string, File>): string {
  const locations = [...files].map(([path, file]) => location(path, file))
  return `# Écrit par « npm run build » : ne le changez pas. À inclure dans le bloc server de deploy/nginx.conf ; le reste va à Hera.
etag off;
if_modified_since off;
max_ranges 0;
gzip off;
types {}
default_type '';
set $hera_encoding '';
set $hera_suffix '';
set $hera_dash '';
if ($http_accept_encoding ~* "\\bgzip\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))") { set $hera_encoding gzip; set $hera_suffix .gz; set $hera_dash -gzip; }
if ($http_accept_encoding ~* "\\bbr\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))") { set $hera_encoding br; set $hera_suffix .br; set $hera_dash -br; }
# Ce que nginx ne sait pas dire comme Hera : un 304 sans Content-Length, un 405 avec Allow, une autre écriture de l’adresse.
error_page 405 418 = @hera;
recursive_error_pages on;
location @hera {
  proxy_pass ${PROCESS};
  # Hera arrêtée : la page de deploy/nginx.conf.
  error_page 502 504 =503 @restart;
}

${locations.join('\n')}
`
}

function location(path: string, file: File): string {
  const compressed = file.br !== undefined && file.gzip !== undefined
  const tag = (file.identity.headers.ETag ?? '').replaceAll('"', '')
  // Only one compressed copy: left to the server, which knows which response uses it.
  if (compressed !== (file.br !== undefined || file.gzip !== undefined)) return `# ${path}`
  // Only pages of forms with presets depend on the query; requests with a preset are passed on to the server.
  const presets = allForms.find(({ page }) => page === path)?.presets
  const query = presets ? `(\\?(?!.*(?:${presets.join('|')}))|$)` : '(\\?|$)'
  return `location = ${quoted(path)} {
  if ($request_uri !~ "^${path.replace(/[^\w/-]/g, '\\$&')}${query}") { return 418; }
  if ($http_if_none_match) { return 418; }
  root "${CLIENT}";
  try_files "${quoted(file.name).slice(1, -1)}${compressed ? '$hera_suffix' : ''}" @hera;
${[
  ...sentAlways(file).map(([name, value]) => [name, quoted(value)]),
  ['ETag', compressed ? `'"${tag}$hera_dash"'` : `'"${tag}"'`],
  ['Last-Modified', "''"],
  ...(compressed ? [['Vary', 'Accept-Encoding'] as const, ['Content-Encoding', '$hera_encoding'] as const] : []),
]
  .map(([name, value]) => `  add_header ${name} ${value};`)
  .join('\n')}
}`
}

function sentAlways({ identity }: File): [name: string, value: string][] {
  return Object.entries(identity.headers).filter(([name]) => !COMPUTED.includes(name))
}

/** Quotes a value for nginx. Throws if nginx would read a variable in it. */
function quoted(value: string): string {
  if (value.includes('$')) throw new Error(`nginx reads a variable in ${value}`)
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** Returns the same headers in the `_headers` format of CDNs (Netlify, Cloudflare Pages). */
export function cdnHeaders(files: ReadonlyMap<string, File>): string {
  const block = (path: string, headers: Record<string, string>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  const own = [...files].map(([path, file]) => [path, Object.fromEntries(sentAlways(file))] as const)
  const [, hashed] = own.find(([path]) => path.startsWith(HASHED) && !path.endsWith('.svg')) ?? []
  const { 'Content-Type': _, ...common } = assetHeaders(hashed ?? {})
  const single = own.filter(([path]) => !path.startsWith(HASHED))
  return `${[...single.map(([path, headers]) => block(path, headers)), block(`${HASHED}*`, common)].join('\n')}\n`
}
