import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTENT, checkContent } from '../check/check-content.ts'
import { sentence } from '../check/finding.ts'
import { missingIdentity } from '../check/launch-list.ts'
import { isPublic } from '../server/config.ts'

/**
 * Ends the build with exit code 1 if a text has a mistake that breaks a page or distorts it. Otherwise pages rendered
 * on demand would fail only at their first request.
 * @param content folder of the texts
 */
export async function refuseBrokenTexts(content = CONTENT): Promise<void> {
  const broken = (await checkContent(content)).filter(({ breaks }) => breaks).map(sentence)
  if (broken.length === 0) return
  console.error(`${broken.join('\n')}\nLe site ne se construit qu’une fois cela corrigé.`)
  process.exit(1)
}

/**
 * Ends the build of a public site if company.yaml lacks facts required by law. For any other address, and for a
 * rehearsal (REHEARSAL=1), which search engines may not index, only prints how many are missing.
 * @param siteUrl origin that the site is built for
 * @param content folder of the texts
 */
export function refuseIncompleteSite(
  siteUrl: string,
  content = CONTENT,
  isRehearsal = process.env.REHEARSAL === '1',
): void {
  const file = join(content, 'company.yaml')
  const blocking = missingIdentity(readFileSync(file, 'utf8'), file)
  if (blocking.length === 0) return
  const list = `${file} : il manque ${blocking.length} renseignement${blocking.length > 1 ? 's' : ''} (npm run check:launch les nomme)`
  if (isPublic(siteUrl) && !isRehearsal) {
    console.error(
      `Le site ne peut pas être publié à ${siteUrl}. ${list}. Pour une répétition, marquée « à compléter » et fermée ` +
        'aux moteurs de recherche : REHEARSAL=1.',
    )
    process.exit(1)
  }
  console.log(`${list} : permis ${isRehearsal ? 'pour une répétition' : 'ici'}, refusé pour un site public.`)
}
