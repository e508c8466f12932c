import { missingIn, readFacts } from '../copy/parse-facts.ts'
import { dayInParis } from '../forms/age.ts'
import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import { type Config, isPublic } from '../server/config.ts'
import { tryServer } from '../server/mail/trial.ts'
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts'

const ROOT = new URL('../../', import.meta.url)

export function checkNode(): Diagnosis {
  return ok(`Node ${process.versions.node}.`)
}

export function checkBuild({ siteUrl }: Config): Diagnosis[] {
  let manifest: BuildManifest
  try {
    manifest = readBuildManifest(new URL('dist/', ROOT))
  } catch (error) {
    return [problem((error as Error).message)]
  }
  if (siteUrl && siteUrl !== manifest.siteUrl)
    return [problem(`SITE_URL vaut ${siteUrl}, le site est construit pour ${manifest.siteUrl} : npm run build.`)]
  return [ok(`Site construit pour ${manifest.siteUrl}, le ${manifest.builtAt.slice(0, 10)}.`)]
}

/** Facts that the law asks for, and a campaign that is over. */
export function checkFacts({ siteUrl }: Config, now: Date): Diagnosis[] {
  const read = (file: string) => readFacts(new URL(file, ROOT), file)
  let missing: string[]
  let ends: string
  try {
    missing = missingIn(read('src/content/company.yaml'))
    ends = read('src/content/facts.yaml').fin_de_campagne ?? ''
  } catch (error) {
    return [problem((error as Error).message)]
  }
  const list = `src/content/company.yaml à compléter : ${missing.join(', ')}.`
  return [
    missing.length === 0
      ? ok('Les mentions de la maison sont complètes.')
      : siteUrl && isPublic(siteUrl)
        ? problem(list)
        : warning(list),
    ends < dayInParis(now)
      ? warning(`La campagne du bandeau est finie depuis le ${ends} : src/content/facts.yaml.`)
      : ok(`La campagne du bandeau court jusqu’au ${ends}.`),
  ]
}

/** The way of an e-mail up to the login; nothing is sent. */
export async function checkMail({ mail }: Config): Promise<Diagnosis[]> {
  if (!mail) return [warning('SMTP_URL n’est pas défini ici : aucun e-mail ne part, tout est enregistré.')]
  const { failed } = await tryServer(mail)
  const ways = Object.entries(mail.toByForm).map(([form, to]) => ` ; ${form} : ${to.join(', ')}`)
  return [
    ok(`Les e-mails partent de ${mail.from}, les demandes vont à ${mail.to.join(', ')}${ways.join('')}.`),
    failed
      ? problem(`E-mails, ${failed}`)
      : ok('Le serveur d’e-mail répond et accepte la connexion. Pour envoyer un message d’essai : hera mail test'),
  ]
}
