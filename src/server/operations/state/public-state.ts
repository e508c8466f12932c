import { counted } from '../../counted.ts'
import type { PublicName } from '../public-name.ts'
import type { Part } from './part.ts'

/** Days that a certificate is still good for, below which somebody should know, and below which somebody must act. */
const SOON_DAYS = 21
const URGENT_DAYS = 7

/** Whether visitors reach the site by its name, and for how long its certificate lets them. */
export function publicState({ siteUrl, fault, certificateDays: days }: PublicName): Part {
  const part = {
    name: 'public',
    title: 'Adresse publique',
    ...(days !== undefined && { observed: { value: days, unit: 'days' } as const }),
  } as const
  if (fault) {
    const remedy =
      'Demandée par la machine elle-même. Regardez le proxy (systemctl status caddy ou nginx), puis le nom (DNS).'
    return { ...part, status: 'fail', sentence: `${siteUrl} : ${fault}.`, remedy }
  }
  if (days === undefined) return { ...part, status: 'pass', sentence: `${siteUrl} répond.` }
  const sentence = `${siteUrl} répond ; son certificat vaut encore ${counted(days, 'jour')}.`
  if (days >= SOON_DAYS) return { ...part, status: 'pass', sentence }
  const remedy = 'Il aurait dû être renouvelé : journalctl -u caddy, ou certbot renew puis systemctl reload nginx.'
  return { ...part, status: days < URGENT_DAYS ? 'fail' : 'warn', sentence, remedy }
}
