import { systemClock } from '../clock.ts'
import { bareAddress, type MailConfig } from '../config.ts'
import { GENERATED, type WrittenMail } from './mail.ts'
import { createMessages } from './text/messages.ts'
import { createTransport, deliverOnce, type MailServer, mailServer, SmtpError, STEPS, type Step } from './transport.ts'

/** Result of a test of the mail server. */
export interface Trial {
  /** Successful steps in order, then the failed one; sentences in French. */
  passed: string[]
  failed?: string
}

/** Connects and logs in without sending anything. */
export async function tryLogin({ smtpUrl, from, to }: MailConfig): Promise<Trial> {
  const people = { from: bareAddress(from), to: to.map(bareAddress).join(', ') }
  return report(mailServer(smtpUrl), people, 'login', async () => {
    const { verify, close } = createTransport(smtpUrl, from)
    await verify().finally(close)
  })
}

/**
 * Connects, logs in and sends one e-mail.
 * @param to bare address
 */
export async function trySending(config: MailConfig, to: string, mail: Omit<WrittenMail, 'to'>): Promise<Trial> {
  const people = { from: bareAddress(config.from), to }
  return report(mailServer(config.smtpUrl), people, 'message', () => deliverOnce(config, { ...mail, to: [to] }))
}

/** Returns the test e-mail for the operator. @param siteUrl origin of the site */
export function trialMail(siteUrl: string): Omit<WrittenMail, 'to'> {
  return { ...createMessages(siteUrl, systemClock).trial(), headers: GENERATED }
}

/** Reports the result of a run; all steps before the failed one count as passed. */
async function report(
  server: MailServer,
  people: { from: string; to: string },
  last: Step,
  run: () => Promise<void>,
): Promise<Trial> {
  const before = (step: Step) => STEPS.slice(0, STEPS.indexOf(step)).map((each) => success(each, server, people))
  try {
    await run()
    return { passed: [...before(last), success(last, server, people)] }
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error
    return { passed: before(error.step), failed: failure(error, server, people) }
  }
}

function success(
  step: Step,
  { host, port, secure, local, login }: MailServer,
  { from, to }: { from: string; to: string },
): string {
  const said: Record<Step, string> = {
    name: `Nom : ${host} se trouve.`,
    port: `Port : ${port} répond.`,
    tls: local && !secure ? 'TLS : non demandé, le serveur est sur cette machine.' : 'TLS : la connexion est chiffrée.',
    login: login ? `Connexion : le mot de passe de ${login.user} est accepté.` : 'Connexion : sans mot de passe.',
    sender: `Expéditeur : ${from} est accepté.`,
    recipient: `Destinataire : ${to} est accepté.`,
    message: 'Message : remis au serveur. Vérifiez qu’il arrive, et pas dans les indésirables.',
  }
  return said[step]
}

function failure(
  { step, detail }: SmtpError,
  { host, port, secure, login }: MailServer,
  { from, to }: { from: string; to: string },
): string {
  const scheme = secure ? 'smtps' : 'smtp'
  const said: Record<Step, string> = {
    name: `Nom : « ${host} » n’existe pas ou ne se trouve pas. Vérifiez l’adresse du serveur dans SMTP_URL.`,
    port: `Port : ${host} ne répond pas sur le port ${port}. Vérifiez le port dans SMTP_URL et ce que l’hébergeur laisse passer.`,
    tls: `TLS : la connexion chiffrée avec ${host}:${port} n’aboutit pas. smtps:// va avec le port 465, smtp:// avec 587 ; SMTP_URL dit ${scheme}://.`,
    login: login
      ? `Connexion : ${host} refuse le nom ou le mot de passe de ${login.user}. Vérifiez-les dans SMTP_URL ; un signe spécial s’y écrit en code (%40 pour @).`
      : `Connexion : ${host} demande un nom et un mot de passe. Ajoutez-les dans SMTP_URL.`,
    sender: `Expéditeur : ${host} n’accepte pas ${from}. Vérifiez MAIL_FROM : ce doit être une adresse de ce compte.`,
    recipient: `Destinataire : ${host} n’accepte pas ${to}. Vérifiez l’adresse.`,
    message: `Message : ${host} ne l’a pas pris.`,
  }
  return `${said[step]} Réponse : ${detail}`
}
