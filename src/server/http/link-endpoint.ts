import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Commit } from '../database/commit.ts'
import { type Consent, TOKEN } from '../privacy/consent.ts'
import { readBody } from './body.ts'

/** What the page behind a link of an e-mail shows; pages find it in `Astro.locals.link`. */
export interface LinkState {
  step: 'ask' | 'done' | 'unknown'
  /** Name of the form, once it is known. */
  form?: string
}

const LINK_FOLDERS = ['confirmation', 'desinscription'] as const
type Folder = (typeof LINK_FOLDERS)[number]

interface Services {
  consent: Consent
  commit: Commit
  /** Called when a confirmation has queued an e-mail. */
  queued: () => void
  render: (req: IncomingMessage, res: ServerResponse, path: string, locals: { link: LinkState }) => Promise<void>
}

export function isLinkFolder(folder: string | undefined): folder is Folder {
  return LINK_FOLDERS.some((known) => known === folder)
}

/**
 * Takes the links of e-mails. GET and HEAD change nothing, since programs follow links too; a POST does what the link
 * says, from this site's button or from a mail program (RFC 8058 §3.2). The token is the permission: the origin proves
 * nothing more, and a page without a referrer sends none.
 */
export function createLinkEndpoint({ consent, commit, queued, render }: Services) {
  return async (req: IncomingMessage, res: ServerResponse, folder: Folder, token: string): Promise<void> => {
    res.setHeader('Referrer-Policy', 'no-referrer')
    res.setHeader('X-Robots-Tag', 'noindex')
    if (!['GET', 'HEAD', 'POST'].includes(req.method ?? '')) {
      res.writeHead(405, { Allow: 'GET, HEAD, POST', 'Content-Length': 0 }).end()
      return
    }
    const link = req.method === 'POST' ? await act(req, folder, token) : look(token)
    if (!req.complete) res.setHeader('Connection', 'close')
    // The page is asked for under a name without the token, which no log of Astro can repeat.
    await render(req, res, `/${folder}/lien`, { link })
  }

  async function act(req: IncomingMessage, folder: Folder, token: string): Promise<LinkState> {
    await readBody(req)
    if (!TOKEN.test(token)) return { step: 'unknown' }
    const done = await commit(() => (folder === 'confirmation' ? consent.confirm(token) : consent.unsubscribe(token)))
    if (done && folder === 'confirmation') queued()
    return done ? { step: 'done', form: done.form.name } : { step: 'unknown' }
  }

  function look(token: string): LinkState {
    return { step: TOKEN.test(token) ? 'ask' : 'unknown' }
  }
}
