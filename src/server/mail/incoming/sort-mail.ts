import { EMAIL_MAX } from '../../../forms/formats.ts'
import type { Envelope, Structure } from './inbox.ts'

/** What a message is: of a person, a report about one of ours, or nothing for the house to answer. */
export type Sort = 'person' | 'report' | 'machine'

/** Sorts a message by its headers (RFC 3834 §2 and §5, RFC 2919, RFC 3464): machines are never answered. */
export function sortOf({ headers, structure, from }: Envelope): Sort {
  if (structure.type === 'multipart/report') return isDeliveryReport(structure) ? 'report' : 'machine'
  const isAutomatic = !/^(no)?\s*(;|$)/i.test(headers['auto-submitted'] ?? '')
  const isBulk = /^(bulk|list|junk|auto_reply)/i.test(headers.precedence ?? '')
  const isOfList = ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond'].some((name) => name in headers)
  const isBounce = headers['return-path'] === '<>' || /^(mailer-daemon|postmaster)@/.test(from)
  return from === '' || from.length > EMAIL_MAX || isAutomatic || isBulk || isOfList || isBounce ? 'machine' : 'person'
}

function isDeliveryReport({ parameters, childNodes = [] }: Structure): boolean {
  return (
    parameters?.['report-type']?.toLowerCase() === 'delivery-status' ||
    childNodes.some(({ type }) => type === 'message/delivery-status')
  )
}

/** Returns all parts of a message that contain no others; an attached message is one part. */
export function wholeParts(structure: Structure): Structure[] {
  const isWhole = structure.type === 'message/rfc822' || !structure.childNodes?.length
  return isWhole ? [structure] : (structure.childNodes ?? []).flatMap(wholeParts)
}

/** Returns the number of a part; that of a message without parts is 1. */
export const numberOf = ({ part }: Structure) => part ?? '1'

const TEXTS_MAX = 5
const FILES_MAX = 20

/** Returns the first parts that may be the text of a message, plain ones before those of HTML. */
export function textParts(structure: Structure): Structure[] {
  const texts = wholeParts(structure).filter(
    (part) => part.disposition !== 'attachment' && fileName(part) === undefined,
  )
  const ofType = (wanted: string) => texts.filter(({ type }) => type === wanted)
  return [...ofType('text/plain'), ...ofType('text/html')].slice(0, TEXTS_MAX)
}

const FILE_NAME_MAX = 90

/** Returns the names of the files of a message, which are not read. */
export function filesOf(structure: Structure): string[] {
  return wholeParts(structure)
    .flatMap((part) => fileName(part) ?? (part.disposition === 'attachment' ? 'fichier sans nom' : []))
    .slice(0, FILES_MAX)
    .map((name) => name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, FILE_NAME_MAX))
}

function fileName({ parameters, dispositionParameters }: Structure): string | undefined {
  return dispositionParameters?.filename || parameters?.name || undefined
}

/** What a delivery report says (RFC 3464): which of our e-mails came back, and why. */
export interface Returned {
  /** Message-ID without brackets. */
  messageId: string
  /** True if the address itself is refused. */
  byAddress: boolean
  said: string
}

const SAID_MAX = 300

/**
 * Reads a delivery report; undefined if it reports only a delay, or names no message.
 * @param status text of its part message/delivery-status
 * @param original beginning of the message that came back
 */
export function readReport(status: string, original: string): Returned | undefined {
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(status)?.[1]?.trim() ?? ''
  const messageId = /^Message-ID:\s*<([^<>\s]{3,300})>/im.exec(original)?.[1]
  if (!messageId || field('Action').toLowerCase() !== 'failed') return undefined
  const said = (field('Diagnostic-Code') || field('Status')).replace(/\s+/g, ' ').slice(0, SAID_MAX)
  return { messageId, byAddress: /^5\.1\./.test(field('Status')), said }
}
