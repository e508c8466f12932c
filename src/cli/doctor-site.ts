import { houseOf, isPublic, type MailConfig } from '../server/config.ts'
import { tryOffering } from '../server/messages/trial.ts'
import { type Diagnosis, fail, pass, warn } from '../server/operations/diagnosis.ts'
import { lookAtPublicName } from '../server/operations/public-name.ts'
import { wrongAddress } from '../server/operations/releases/release.ts'
import { type Part, toPart } from '../server/operations/state/part.ts'
import { publicState } from '../server/operations/state/public-state.ts'
import type { Context } from './command.ts'
import { buildOf } from './installation.ts'

export function checkBuild(context: Context): Diagnosis {
  const { siteUrl } = context.config
  const build = buildOf(context)
  if (!build) return fail('Le site n’est pas construit : lancez d’abord « npm run build ».')
  if (siteUrl && siteUrl !== build.siteUrl) return fail(wrongAddress(siteUrl, build.siteUrl))
  return pass(`Site construit pour ${build.siteUrl}, le ${build.builtAt.slice(0, 10)}.`)
}

/** The way of a visitor, from this machine; nothing where the site has no public name. */
export async function checkPublicName(context: Context): Promise<Part[]> {
  const build = buildOf(context)
  if (!build || !isPublic(build.siteUrl)) return []
  return [toPart('public', publicState(await lookAtPublicName(build, context.clock)))]
}

export function checkHeartbeat({ config: { heartbeatUrl } }: Context): Diagnosis {
  if (heartbeatUrl) return pass('Un service extérieur attend le battement du site (HEARTBEAT_URL).')
  return warn('HEARTBEAT_URL n’est pas défini : quand la machine se tait, personne ne l’apprend.')
}

/** The way of an e-mail to each address of the house up to where its text would begin; nothing is sent. */
export async function checkMail(mail: MailConfig | undefined): Promise<Diagnosis[]> {
  if (!mail) return []
  const recipients = new Set(['', ...Object.keys(mail.toByForm)].flatMap((form) => houseOf(mail, form)))
  const diagnoses: Diagnosis[] = []
  for (const to of recipients) {
    const { failed } = await tryOffering(mail, to)
    diagnoses.push(
      failed
        ? fail(`E-mails, ${failed}`)
        : pass(
            `Le serveur d’e-mail accepte un message de ${mail.from} pour ${to}. Pour en envoyer un : hera mail test`,
          ),
    )
  }
  return diagnoses
}
