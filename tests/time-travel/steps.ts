import fc from 'fast-check'
import type { FormName } from '../../src/forms/index.ts'
import { MOMENTS, nextMoment, SPANS } from './calendar.ts'
import { backup, correct, judge, keep, mail, move, note, restoreHere, sendLetter, stopLetters } from './staff-steps.ts'
import { crash, EVERYBODY, examineStory, pass, reopen, type Story } from './story.ts'
import { erase, eraseAndDie, follow, joinList, lift, object, send, spam } from './visitor-steps.ts'

type Step = fc.AsyncCommand<Story, Story>

/** Creates a step; everything is checked after it. The story is both model and real system for fast-check. */
function step(name: string, run: (story: Story) => void | Promise<void>): Step {
  return {
    check: () => true,
    async run(story) {
      // Events at the same instant have no order.
      story.now += 1000
      await run(story)
      examineStory(story)
    },
    toString: () => name,
  }
}

const person = fc.constantFrom(...EVERYBODY)
/** Index of an existing row, link or backup, taken modulo their number at that step. */
const which = fc.nat(20)
const list = fc.constantFrom<FormName>('waitlist', 'newsletter')
const other = fc.constantFrom<FormName>('contact', 'partnership', 'ambassador', 'withdrawal')

/** All possible steps; usual ones are more frequent. */
export const steps: fc.Arbitrary<Step>[] = [
  ...Array(3).fill(
    fc
      .tuple(person, list)
      .map(([email, form]) => step(`${email} signs up to ${form}`, (story) => joinList(story, form, email))),
  ),
  fc.tuple(person, other).map(([email, form]) => step(`${email} sends ${form}`, (story) => send(story, form, email))),
  ...Array(2).fill(which.map((n) => step(`confirmation link ${n} is opened`, (story) => follow(story, n, 'confirm')))),
  ...Array(2).fill(
    which.map((n) => step(`unsubscribe link ${n} is opened`, (story) => follow(story, n, 'unsubscribe'))),
  ),
  person.map((email) => step(`${email} objects`, (story) => object(story, email))),
  person.map((email) => step(`${email} lifts the objection`, (story) => lift(story, email))),
  person.map((email) => step(`${email} is erased`, (story) => erase(story, email))),
  person.map((email) => step(`${email} is erased while the process dies`, (story) => eraseAndDie(story, email))),
  fc
    .tuple(which, person)
    .map(([n, email]) => step(`the address of row ${n} is corrected to ${email}`, (story) => correct(story, n, email))),
  fc
    .tuple(which, fc.constantFrom(1, 40, 800))
    .map(([n, days]) => step(`row ${n} is kept for ${days} days`, (story) => keep(story, n, days))),
  ...Array(3).fill(
    fc
      .constantFrom(...(Object.keys(SPANS) as (keyof typeof SPANS)[]))
      .map((name) => step(`${name} later`, (story) => pass(story, story.now + SPANS[name]))),
  ),
  fc
    .constantFrom(...MOMENTS)
    .map((moment) => step(`time passes until ${moment}`, (story) => pass(story, nextMoment(story.now, moment)))),
  fc
    .tuple(person, fc.oneof(list, other))
    .map(([email, form]) => step(`${email} sends ${form}, suspected as spam`, (story) => spam(story, form, email))),
  fc
    .tuple(which, fc.boolean())
    .map(([n, isSpam]) =>
      step(`suspected row ${n} is ${isSpam ? 'deleted' : 'released'}`, (story) => judge(story, n, isSpam)),
    ),
  ...Array(2).fill(
    fc.tuple(which, fc.option(fc.constantFrom(0, 1, 30), { nil: undefined })).map(([n, days]) => {
      const reminder = days === undefined ? '' : ` and a reminder in ${days} days`
      return step(`row ${n} gets a note${reminder}`, (story) => note(story, n, days))
    }),
  ),
  list.map((name) => step(`a letter is sent to ${name}`, (story) => sendLetter(story, name))),
  fc.constant(step('letters are stopped', stopLetters)),
  fc.boolean().map((works) => step(`mail ${works ? 'works' : 'fails'}`, (story) => mail(story, works))),
  fc.constant(step('a backup is made', backup)),
  which.map((n) => step(`backup ${n} is restored`, (story) => restoreHere(story, n))),
  fc
    .option(person)
    .map((email) =>
      step(`move to a machine${email ? ` that erased ${email} and stores their objection` : ''}`, (story) =>
        move(story, email ?? undefined),
      ),
    ),
  fc.constant(step('a crash', crash)),
  fc.constant(step('a restart', (story) => reopen(story, story.backend.path))),
]
