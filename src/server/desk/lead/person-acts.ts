import { isEmail } from '../../../forms/fields.ts'
import type { Clock } from '../../clock.ts'
import type { Commit } from '../../database/commit.ts'
import type { Database } from '../../database/database.ts'
import { correctLead } from '../../leads/correct.ts'
import { noteChange } from '../../leads/follow-up/follow-up.ts'
import { findLead, formOf, signUpState } from '../../leads/leads.ts'
import { endSignUp } from '../../leads/lists/consent.ts'
import { describeErasure, erasePerson, findPerson, writePortableData } from '../../leads/person.ts'
import type { Tell } from '../../messages/tell.ts'
import type { HashEmail } from '../../people/email-hash.ts'
import type { Objections } from '../../people/objections.ts'

export interface PersonNeeds {
  db: Database
  databasePath: string
  hash: HashEmail
  clock: Clock
  commit: Commit
  /** Undefined if no SMTP server is configured. */
  tell: Tell | undefined
  /** Starts a run of the sender. */
  wake: () => void
}

/** Data requests of persons, for the owner, without a terminal. */
export function createPersonActs(needs: PersonNeeds, objections: Objections) {
  const { db, databasePath, hash, clock, commit, tell, wake } = needs
  const erase = (email: string) => erasePerson(db, databasePath, hash, clock, email)
  return {
    /**
     * Corrects the address of a lead; a sign-up to a list must be confirmed again.
     * @returns `asked` is true if a confirmation was requested; or an error as a French sentence
     */
    async correctAddress(
      reference: string,
      email: string,
      author: string | null,
    ): Promise<{ asked: boolean } | { problem: string }> {
      const address = email.trim()
      const corrected = await commit(() => {
        const lead = findLead(db, reference)
        if (!lead) return { problem: 'Cette demande n’existe plus.' }
        if (!isEmail(address)) return { problem: 'Écrivez l’adresse entière, comme nom@exemple.fr.' }
        if (address === lead.email) return { problem: 'C’est déjà cette adresse : rien n’est changé.' }
        const errors = correctLead(db, clock, lead, { email: address }, author)
        if (errors) return { problem: Object.values(errors).join(' ') }
        return { asked: tell !== undefined && signUpState(findLead(db, reference) ?? lead) === 'non confirmée' }
      })
      wake()
      return corrected
    },
    /** Ends a sign-up on request; returns false if it is not a sign-up or has ended. */
    unsubscribe: (reference: string, author: string | null) =>
      commit(() => {
        const lead = findLead(db, reference)
        const state = lead && signUpState(lead)
        if (!lead || !state || state === 'désinscrite') return false
        endSignUp(db, formOf(lead), reference, clock().toISOString())
        noteChange(db, clock, reference, 'désinscription, à sa demande', author)
        return true
      }),
    /** Returns all data about an e-mail address as a JSON file (RGPD art. 15 and 20). */
    personalData: (email: string) => writePortableData(findPerson(db, objections, email)),
    /** Describes the effects of an erasure as sentences. */
    erasure: (email: string) => describeErasure(db, email),
    /** Erases a person; returns the number of deleted submissions. */
    erase,
    /** Notifies a person, then erases them; if the e-mail is not sent, erases nothing and returns false. */
    async tellAndErase(email: string): Promise<boolean> {
      if (!(await tell?.erased(email))) return false
      erase(email)
      return true
    },
    /** True if persons can be notified. */
    tells: tell !== undefined,
  }
}
