import { refuse } from '../../http/refusal.ts'
import { readBody } from '../../http/request-body.ts'
import type { Online } from './online.ts'

/** What the house page asks of the installation. */
interface Releases {
  online(): Online
  goBack(): void
}

/** Answers a request to the page of the house: POST with `action=revenir` asks for the version before; the page shows what is online. */
export async function answerHouse(request: Request, { online, goBack }: Releases): Promise<Response | Online> {
  if (request.method === 'POST') {
    const body = await readBody(request)
    if (!body.status && body.input.action === 'revenir' && online().canGoBack) goBack()
    return new Response(null, { status: 303, headers: { Location: '/bureau/maison' } })
  }
  if (request.method === 'GET' || request.method === 'HEAD') return online()
  return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
}
