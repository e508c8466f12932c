import { bareAddress, type MailConfig } from '../config.ts'
import { log } from '../log.ts'
import { GENERATED, newMessageId, type WrittenMail } from './mail.ts'
import { withoutAddresses } from './refusal-words.ts'
import { createEmails, type Emails } from './text/emails.ts'
import { createTransport, mailServer, SmtpError, type Step, type Transport } from './transport.ts'

// E-mails that are sent at once, without the outbox, because somebody waits to hear whether it worked.

/** Connects and logs in without sending anything. Returns what fails and how to mend it, in French. */
export function tryLogin(config: MailConfig): Promise<string | undefined> {
  return attempt(config, '', ({ verify }) => verify())
}

/**
 * Connects, logs in and sends one e-mail over its own connection. Returns what fails and how to mend it, in French.
 * @param to bare address
 */
export function trySending(config: MailConfig, to: string, mail: Omit<WrittenMail, 'to'>): Promise<string | undefined> {
  return attempt(config, to, ({ deliver }) => deliver({ ...mail, to: [to], messageId: newMessageId(config.from) }))
}

/** Returns the test e-mail for the operator. @param siteUrl origin of the site */
export function trialMail(siteUrl: string): Omit<WrittenMail, 'to'> {
  return { ...createEmails(siteUrl).set('essai', { values: {} }), headers: GENERATED }
}

/**
 * Tells a person that all their data is erased, which the outbox must not store. Returns false on failure.
 * @param to bare address
 */
export async function tellErased(config: MailConfig, emails: Emails, to: string): Promise<boolean> {
  const failed = await trySending(config, to, { ...emails.set('effacement', { values: {} }), headers: GENERATED })
  if (failed) log(`e-mail not sent: ${withoutAddresses(failed)}`)
  return failed === undefined
}

async function attempt({ smtpUrl, from }: MailConfig, to: string, run: (transport: Transport) => Promise<unknown>) {
  const transport = createTransport(smtpUrl, from)
  try {
    await run(transport)
    return undefined
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error
    return `${whatFails(error.step, smtpUrl, bareAddress(from), to)} Réponse : ${error.detail}`
  } finally {
    transport.close()
  }
}

function whatFails(step: Step, smtpUrl: string, from: string, to: string): string {
  const { host, port, secure, login } = mailServer(smtpUrl)
  const said: Record<Step, string> = {
    name: `Nom : « ${host} » n’existe pas ou ne se trouve pas. Vérifiez l’adresse du serveur dans SMTP_URL.`,
    port: `Port : ${host} ne répond pas sur le port ${port}. Vérifiez le port dans SMTP_URL et ce que l’hébergeur laisse passer.`,
    tls: `TLS : la connexion chiffrée avec ${host}:${port} n’aboutit pas. smtps:// va avec le port 465, smtp:// avec 587 ; SMTP_URL dit ${secure ? 'smtps' : 'smtp'}://.`,
    login: login
      ? `Connexion : ${host} refuse le nom ou le mot de passe de ${login.user}. Vérifiez-les dans SMTP_URL ; un signe spécial s’y écrit en code (%40 pour @).`
      : `Connexion : ${host} demande un nom et un mot de passe. Ajoutez-les dans SMTP_URL.`,
    sender: `Expéditeur : ${host} n’accepte pas ${from}. Vérifiez MAIL_FROM : ce doit être une adresse de ce compte.`,
    recipient: `Destinataire : ${host} n’accepte pas ${to}. Vérifiez l’adresse.`,
    message: `Message : ${host} ne l’a pas pris.`,
  }
  return said[step]
}
