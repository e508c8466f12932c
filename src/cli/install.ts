import { fileURLToPath } from 'node:url'
import { readBuildManifest } from '../server/build-manifest.ts'
import { isPublic, readConfig } from '../server/config.ts'
import { counted } from '../server/counted.ts'
import { SIGNS } from '../server/operations/diagnosis.ts'
import { checkMachine, type ProxyName } from '../server/operations/install/checks.ts'
import { smtpUrlOf } from '../server/operations/install/fill-in.ts'
import { type Machine, thisMachine } from '../server/operations/install/machine.ts'
import { type Step, stepsFor } from '../server/operations/install/steps.ts'
import { agrees, type Command, CommandError, type Context } from './command.ts'
import { checkMail } from './doctor.ts'
import type { Terminal } from './terminal.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))

export const install: Command = {
  summary: 'Installe le site sur ce serveur, pas à pas : demande, vérifie, montre, puis écrit.',
  usage: '',
  words: 0,
  help: `À lancer en root, la première fois par /opt/hera/current/deploy/hera install (deploy/LISEZMOI.md, « Installer »). La commande demande le
courrier et le proxy, vérifie les noms, les ports, l’heure et le courrier, puis montre chaque fichier et chaque ligne avant de
l’écrire ou de l’exécuter. Ce qui est déjà fait est passé : on peut la relancer. Elle remplit les fichiers de deploy/.

  hera install`,
  run: (context) => installOn(thisMachine, context),
}

/** Runs the installation on a machine, which tests replace. Returns the exit code. */
export async function installOn(machine: Machine, context: Context): Promise<number> {
  const { terminal, config } = context
  const { siteUrl } = readBuildManifest(context.dist)
  if (!isPublic(siteUrl))
    throw new CommandError(
      `Cette archive est construite pour ${siteUrl} : refaites-la avec l’adresse publique du site.`,
    )
  terminal.print(terminal.strong(`Installer ${siteUrl}`))
  const proxy = await askProxy(context)
  const values = await askMail(context)
  const { mail } = readConfig(values)
  const findings = [...(await checkMachine(machine, new URL(siteUrl).hostname, proxy)), ...(await checkMail(mail))]
  for (const { status, sentence } of findings) terminal.print(`${SIGNS[status]} ${sentence}`)
  const failing = findings.filter(({ status }) => status === 'fail').length
  const points = counted(failing, 'point est', 'points sont')
  if (failing > 0 && !(await agrees(terminal, `${points} à réparer. Continuer quand même ?`))) return 1
  for (const step of stepsFor(machine, DEPLOY, { siteUrl, port: config.port, proxy, values })) {
    if (step.isDone()) terminal.print(`✓ ${step.title} : déjà fait.`)
    else if (!(await runStep(machine, terminal, step))) return 1
  }
  terminal.note('Hera est installée. Ce qui reste à faire : hera doctor')
  return 0
}

/** Shows a step and runs it; returns false if the operator refuses. */
async function runStep(machine: Machine, terminal: Terminal, step: Step): Promise<boolean> {
  terminal.print(`\n${terminal.strong(step.title)}\n${'file' in step ? `${step.file} :\n${step.text}` : step.line}`)
  if (!(await agrees(terminal, 'file' in step ? 'Écrire ce fichier ?' : 'Exécuter cette ligne ?'))) return false
  if ('file' in step) machine.write(step.file, step.text, step.mode)
  else machine.run(step.line)
  return true
}

async function askProxy(context: Context): Promise<ProxyName> {
  const answer = await ask(context, 'Proxy, caddy ou nginx', 'caddy')
  if (answer === 'caddy' || answer === 'nginx') return answer
  throw new CommandError('Répondez caddy ou nginx.')
}

/** Asks for the variables of e-mail; empty if the operator keeps the current ones or has no e-mail yet. */
async function askMail(context: Context): Promise<Record<string, string>> {
  if (context.config.mail && !(await agrees(context.terminal, 'Le courrier est déjà réglé. Le changer ?'))) return {}
  const host = await ask(context, 'Serveur d’e-mail (vide : plus tard)', '')
  if (!host) return {}
  const port = await ask(context, 'Son port', '465')
  const user = await ask(context, 'Nom d’utilisateur', '')
  const password = user ? await ask(context, 'Mot de passe', '') : ''
  const from = await ask(context, 'Expéditeur, par exemple Hera <bonjour@exemple.fr>', '')
  const to = await ask(context, 'Qui reçoit les demandes', '')
  return { SMTP_URL: smtpUrlOf({ host, port, user, password }), MAIL_FROM: from, MAIL_TO: to }
}

/** Asks a question; returns the default for an empty answer. */
async function ask({ terminal }: Context, question: string, defaultAnswer: string): Promise<string> {
  const answer = await terminal.ask(`${question}${defaultAnswer ? ` [${defaultAnswer}]` : ''} : `)
  if (answer === undefined) throw new CommandError('Cette commande demande un terminal.')
  return answer.trim() || defaultAnswer
}
