import { relativeTimeInParis, shortTimeInParis } from '../paris-time.ts'
import type { Message } from './outbox.ts'
import type { Hold, Policy, Wait } from './policy.ts'

const HOLDS: Readonly<Record<Hold, string>> = {
  suspected: 'retenu : envoi suspect',
  mailbox: 'retenu : cette boîte a reçu sa part du jour',
  network: 'retenu : trop de messages demandés d’un même réseau',
}
const FAILURES = { refused: 'refusé', expired: 'abandonné', restored: 'arrêté par la restauration' } as const

/**
 * Describes the state of a message in French.
 * @param policy gives the reason why a message waits; undefined when no SMTP server is configured
 * @param now set for the owner, who gets spoken times and no message numbers or variable names
 */
export function messageState(message: Message, policy: Policy | undefined, now?: Date): string {
  const at = (iso: string) => (now ? relativeTimeInParis(iso, now) : shortTimeInParis(iso))
  const { sent_at, sent_with, id, failure, hold, claimed_at } = message
  if (sent_at) {
    const together =
      sent_with === null || sent_with === id ? '' : `, réuni avec ${now ? 'd’autres' : `le n° ${sent_with}`}`
    return `parti ${at(sent_at)}${together}`
  }
  if (failure) return FAILURES[failure]
  if (hold) return HOLDS[hold]
  if (claimed_at) return 'part en ce moment'
  if (!policy)
    return now ? 'attend que le site envoie des e-mails' : 'attend que l’envoi d’e-mails soit configuré (SMTP_URL)'
  return waitOf(policy.reasonForWaiting(id), at, now !== undefined)
}

function waitOf(wait: Wait, at: (iso: string) => string, forStaff: boolean): string {
  if (wait.for === 'budget') return 'attend le budget de l’heure'
  if (wait.for === 'retry') return `nouvel essai ${at(wait.at)}`
  if (wait.for === 'collection') return `réuni avec les autres demandes ${at(wait.at)}`
  if (wait.for === 'mailbox')
    return `réuni avec ${forStaff ? 'les suivants' : `ceux qui suivent le n° ${wait.after}`}, ${at(wait.at)}`
  return 'attend son tour'
}
