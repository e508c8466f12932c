import { relativeTimeInParis } from '../paris-time.ts'
import type { Failure, Hold, Message } from './message.ts'

const HOLDS: Readonly<Record<Hold, string>> = {
  suspected: 'retenu : envoi suspect',
  mailbox: 'retenu : cette boîte a reçu sa part du jour',
  network: 'retenu : trop de messages demandés d’un même réseau',
}
const FAILURES: Readonly<Record<Failure, string>> = {
  refused: 'refusé',
  expired: 'abandonné',
  restored: 'arrêté par la restauration',
  returned: 'revenu',
  unknown: 'coupé en chemin',
}

/** Describes the state of a message in French. @param sendsEmail false if no SMTP server is configured */
export function messageState(message: Message, sendsEmail: boolean, now: Date): string {
  const { sent_at, failure, hold, claimed_at, attempts, next_attempt_at } = message
  const at = (iso: string) => relativeTimeInParis(iso, now)
  if (sent_at) return `parti ${at(sent_at)}`
  if (failure) return FAILURES[failure]
  if (hold) return HOLDS[hold]
  if (claimed_at) return 'part en ce moment'
  if (!sendsEmail) return 'attend que le site envoie des e-mails'
  return attempts > 0 && next_attempt_at > now.toISOString() ? `nouvel essai ${at(next_attempt_at)}` : 'attend son tour'
}
