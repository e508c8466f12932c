import type { BuildManifest } from './build-manifest.ts'
import { type Config, isPublic } from './config.ts'

/** Returns the lines printed at the start for the operator: address, database, e-mail, and content to complete. */
export function announcement(manifest: BuildManifest, { host, databasePath, mail }: Config, port: number): string[] {
  const shown = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const lines = [
    isPublic(manifest.siteUrl)
      ? `Hera répond à ${manifest.siteUrl}, derrière un proxy, et écoute sur ${shown}:${port}`
      : `Hera est à l’adresse http://${shown}:${port}`,
    `Les formulaires sont enregistrés dans ${databasePath}`,
    'Pour les lire et y répondre : npm run --silent hera -- desk',
    mail
      ? `Les e-mails partent par SMTP_URL, de ${mail.from} ; les demandes vont à ${mail.to.join(', ')}.`
      : 'SMTP_URL n’est pas défini : aucun e-mail ne part, tout est enregistré.',
    // A public site must acknowledge withdrawals (Code de la consommation L. 221-21).
    ...(!mail && isPublic(manifest.siteUrl)
      ? [
          'L’accusé d’une rétractation s’affiche et se télécharge ; sans SMTP_URL, il n’est pas envoyé, et personne n’est averti.',
        ]
      : []),
  ]
  const count = manifest.missing.length
  if (count > 0) lines.push(`Renseignements à compléter sur la maison : ${count}, que nomme npm run check:launch.`)
  return lines
}
