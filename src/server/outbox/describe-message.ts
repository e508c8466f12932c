import { shortTimeInParis } from '../paris-time.ts'
import type { Queued } from './outbox-admin.ts'
import type { Hold, Policy } from './policy.ts'

const HOLDS: Readonly<Record<Hold, string>> = {
  suspected: 'retenu : envoi suspect',
  mailbox: 'retenu : cette boîte a reçu sa part du jour',
  network: 'retenu : trop de messages demandés d’un même réseau',
}
const FAILURES = { refused: 'refusé', expired: 'abandonné', restored: 'arrêté par la restauration' } as const

/**
 * What to say of a message's state, in French.
 * @param policy tells why a message waits; undefined where no e-mail is sent
 */
export function messageState(message: Queued, policy: Policy | undefined): string {
  const { sent_at, sent_with, id, failure, hold, claimed_at } = message
  if (sent_at) {
    const together = sent_with === null || sent_with === id ? '' : `, réuni avec le n° ${sent_with}`
    return `parti ${shortTimeInParis(sent_at)}${together}`
  }
  if (failure) return FAILURES[failure]
  if (hold) return HOLDS[hold]
  if (claimed_at) return 'part en ce moment'
  return policy ? waitOf(policy, id) : 'attend que l’envoi d’e-mails soit configuré (SMTP_URL)'
}

function waitOf(policy: Policy, id: number): string {
  const wait = policy.explain(id)
  if (wait.for === 'budget') return 'attend le budget de l’heure'
  if (wait.for === 'retry') return `nouvel essai ${shortTimeInParis(wait.at)}`
  if (wait.for === 'collection') return `réuni avec les autres demandes ${shortTimeInParis(wait.at)}`
  if (wait.for === 'mailbox') return `réuni avec ceux qui suivent le n° ${wait.after}, ${shortTimeInParis(wait.at)}`
  return 'attend son tour'
}
