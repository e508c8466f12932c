import { readBody } from '../../http/request-body.ts'
import type { Desk } from '../desk.ts'
import { typedFields } from '../lead/typed-fields.ts'
import type { DeskAccess } from './desk-access.ts'

/**
 * Keeps what a page of a lead sent after its session was over, as a draft of whoever had signed in: it is shown after the
 * next sign-in. Nothing is kept for a device that was signed out, and nothing is done. True where something was kept.
 * @param token of the session that the browser had
 */
export async function keepUnsent(
  request: Request,
  reference: string | undefined,
  token: string,
  { desk, deskSessions }: { desk: Desk; deskSessions: Pick<DeskAccess, 'formerAuthor'> },
): Promise<boolean> {
  const author = request.method === 'POST' ? deskSessions.formerAuthor(token) : undefined
  if (author === undefined || !reference || !desk.find(reference)) return false
  const body = await readBody(request)
  if (body.status) return false
  const typed = typedFields(body.input)
  if (!typed.reponse && !typed.note) return false
  await desk.keepDraft(author, reference, typed)
  return true
}
