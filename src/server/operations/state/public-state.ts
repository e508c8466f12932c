import { counted } from '../../counted.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'
import type { PublicName } from '../public-name.ts'

/** Remaining days of the certificate below which it is a warning, and below which a person must act. */
const SOON_DAYS = 21
const URGENT_DAYS = 7

/** Checks if visitors can reach the site by its public name, and how long its certificate is valid. */
export function publicState({ siteUrl, fault, certificateDays: days }: PublicName): Diagnosis {
  if (fault) {
    const remedy =
      'Demandée par la machine elle-même. Regardez le proxy (systemctl status caddy ou nginx), puis le nom (DNS).'
    return fail(`${siteUrl} : ${fault}.`, remedy)
  }
  if (days === undefined) return pass(`${siteUrl} répond.`)
  const sentence = `${siteUrl} répond ; son certificat vaut encore ${counted(days, 'jour')}.`
  if (days >= SOON_DAYS) return pass(sentence)
  const remedy = 'Il aurait dû être renouvelé : journalctl -u caddy, ou certbot renew puis systemctl reload nginx.'
  return (days < URGENT_DAYS ? fail : warn)(sentence, remedy)
}
