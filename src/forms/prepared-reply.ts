import type { Outcome } from './outcomes.ts'

/** A prepared answer of the house with its placeholders filled. */
export interface PreparedReply {
  id: string
  title: string
  text: string
  /** How the lead ends when it is sent. */
  outcome: Outcome | undefined
  /** Day on which the lead comes back, AAAA-MM-JJ. */
  remindOn: string | undefined
  /** True if the conditions of sale and the withdrawal form go with it. */
  carriesTerms: boolean
}
