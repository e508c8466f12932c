import type { IncomingMessage, ServerResponse } from 'node:http'
import { contact } from '../../forms/contact.ts'
import type { Form } from '../../forms/form.ts'
import { formNamed } from '../../forms/index.ts'
import { createFormEndpoint, type FormState, presetFrom } from './form-endpoint.ts'
import { createLinkEndpoint, isLinkFolder, type LinkState } from './link-endpoint.ts'
import { createPresenceEndpoint } from './presence-endpoint.ts'

/** Hands a request on to Astro, which renders an on-demand page. */
export type RenderPage = (
  req: IncomingMessage,
  res: ServerResponse,
  locals: { submission?: FormState; link?: LinkState },
) => void | Promise<void>

export interface DynamicOptions extends Omit<Parameters<typeof createFormEndpoint>[0], 'render' | 'notFound'> {
  renderPage: RenderPage
  health: (res: ServerResponse) => void
  links: Omit<Parameters<typeof createLinkEndpoint>[0], 'render'>
  presence: Pick<Parameters<typeof createPresenceEndpoint>[0], 'presence' | 'limiter'>
}

type RenderArguments = [req: IncomingMessage, res: ServerResponse, path: string, locals: Parameters<RenderPage>[2]]

/** Answers a request, or leaves it and gives false. */
export type Answer = (req: IncomingMessage, res: ServerResponse, target: URL) => Promise<boolean>

/** Forms whose page takes presets in its query. */
const PRESET: Readonly<Record<string, Form>> = { [contact.page]: contact }

/** Path of the health check. */
export const HEALTH = '/api/health'

/** What is not a file: forms, health, presence, and the pages that answer one person. */
export function createDynamic(
  { renderPage, health, links, presence, ...services }: DynamicOptions,
  notFound: (req: IncomingMessage, res: ServerResponse) => void,
): Answer {
  async function render(...[req, res, path, locals]: RenderArguments) {
    // Astro sees a plain request for the page: the body has been read, and its own limits do not apply.
    req.url = path
    if (req.method !== 'HEAD') req.method = 'GET'
    res.setHeader('Cache-Control', 'no-store')
    await renderPage(req, res, locals)
  }
  const takeForm = createFormEndpoint({ ...services, render, notFound })
  const takeLink = createLinkEndpoint({ ...links, render })
  const takePresence = createPresenceEndpoint({ ...services, ...presence })

  return async (req, res, { pathname, searchParams }) => {
    const read = req.method === 'GET' || req.method === 'HEAD'
    const [, folder, name, ...rest] = pathname.split('/')
    const form = name && rest.length === 0 ? formNamed(name) : undefined
    const preset = read && PRESET[pathname] && presetFrom(PRESET[pathname], searchParams)

    if (folder === 'formulaires' && name && rest.length === 0) await takeForm(req, res, name)
    else if (isLinkFolder(folder) && name && rest.length === 0) await takeLink(req, res, folder, name)
    else if (pathname === HEALTH) health(res)
    else if (pathname === '/api/presence') await takePresence(req, res)
    else if (preset) await render(req, res, `/formulaires/${PRESET[pathname]?.name}`, { submission: preset })
    else if (folder === 'merci' && form && read) await render(req, res, pathname, {})
    else return false
    return true
  }
}

/** The path and query asked for; a path that begins with two slashes is still a path of ours. */
export function requestTarget(req: IncomingMessage): URL | undefined {
  const target = req.url?.startsWith('/') ? `http://localhost${req.url}` : (req.url ?? '')
  return URL.canParse(target) ? new URL(target) : undefined
}
