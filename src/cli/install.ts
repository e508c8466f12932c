import { fileURLToPath } from 'node:url'
import { readBuildManifest } from '../server/build-manifest.ts'
import { isPublic, readConfig } from '../server/config.ts'
import { counted } from '../server/counted.ts'
import { ExpectedError, isExpected } from '../server/expected-error.ts'
import { type Diagnosis, SIGNS } from '../server/operations/diagnosis.ts'
import { checkMachine, type ProxyName } from '../server/operations/install/checks.ts'
import { fillEnvironment, smtpUrlOf } from '../server/operations/install/fill-in.ts'
import { type Machine, thisMachine } from '../server/operations/install/machine.ts'
import { type Step, stepsFor } from '../server/operations/install/steps.ts'
import { agrees, type Command, type Context } from './command.ts'
import { checkMail } from './doctor.ts'
import type { Terminal } from './terminal.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
/** Stands for the parts of SMTP_URL that are not being checked. */
const LOCAL = { host: 'localhost', port: '465', user: '', password: '' }

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
    throw new ExpectedError(
      `Cette archive est construite pour ${siteUrl} : refaites-la avec l’adresse publique du site.`,
    )
  terminal.print(terminal.strong(`Installer ${siteUrl}`))
  const proxy = await askProxy(context)
  const { values, findings: ofMail } = await askMail(context)
  const ofMachine = await checkMachine(machine, new URL(siteUrl).hostname, proxy)
  show(terminal, ofMachine)
  const findings = [...ofMachine, ...ofMail]
  const failing = findings.filter(isFailing).length
  const points = counted(failing, 'point est', 'points sont')
  if (failing > 0 && !(await agrees(terminal, `${points} à réparer. Continuer quand même ?`))) return 1
  for (const step of stepsFor(machine, DEPLOY, { siteUrl, port: config.port, proxy, values })) {
    if (step.isDone()) terminal.print(`✓ ${step.title} : déjà fait.`)
    else if (!(await runStep(machine, terminal, step))) return 1
  }
  terminal.note('Hera est installée. Ce qui reste à faire : hera doctor')
  return 0
}

function show(terminal: Terminal, findings: readonly Diagnosis[]): void {
  for (const { status, sentence } of findings) terminal.print(`${SIGNS[status]} ${sentence}`)
}

const isFailing = ({ status }: Diagnosis) => status === 'fail'

/** Shows a step and runs it; returns false if the operator refuses. */
async function runStep(machine: Machine, terminal: Terminal, step: Step): Promise<boolean> {
  const shown = 'file' in step ? `${step.file} :\n${withoutPassword(step.text)}` : step.line
  terminal.print(`\n${terminal.strong(step.title)}\n${shown}`)
  if (!(await agrees(terminal, 'file' in step ? 'Écrire ce fichier ?' : 'Exécuter cette ligne ?'))) return false
  if ('file' in step) machine.write(step.file, step.text, step.mode)
  else machine.run(step.line)
  return true
}

/** Masks the password of SMTP_URL, so that it stays on no screen. */
function withoutPassword(text: string): string {
  return text.replace(/^(\s*SMTP_URL\s*=.*:\/\/[^:@]*:).*(?=@)/gm, '$1…')
}

async function askProxy(context: Context): Promise<ProxyName> {
  const isProxy = (answer: string) => answer === 'caddy' || answer === 'nginx'
  const fault = (answer: string) => (isProxy(answer) ? undefined : 'Répondez caddy ou nginx.')
  return (await ask(context, 'Proxy, caddy ou nginx', 'caddy', { fault })) as ProxyName
}

/**
 * Asks for the variables of e-mail and tries them; empty if the operator keeps the current ones or has no e-mail yet.
 * Asks again if the mail server rejects them, with the former answers as defaults.
 */
async function askMail(context: Context) {
  const { terminal, config } = context
  const none = { values: {}, findings: [] }
  if (config.mail && !(await agrees(terminal, 'Le courrier est déjà réglé. Le changer ?'))) return none
  const faultOf = (part: object) => faultIn({ SMTP_URL: smtpUrlOf({ ...LOCAL, ...part }) })
  let [host, port, user, password, from, to] = ['', LOCAL.port, '', '', '', '']
  for (;;) {
    host = await ask(context, 'Serveur d’e-mail (vide : plus tard)', host, {
      fault: (answer) => answer && faultOf({ host: answer }) && 'Écrivez un nom de serveur, comme smtp.exemple.fr.',
    })
    if (!host) return none
    port = await ask(context, 'Son port', port, {
      fault: (answer) => (answer && !faultOf({ port: answer }) ? undefined : 'Écrivez un nombre de 1 à 65535.'),
    })
    user = await ask(context, 'Nom d’utilisateur', user)
    const hint = `ne s’affiche pas${password && ' ; vide : inchangé'}`
    if (user) password = (await ask(context, `Mot de passe (${hint})`, '', { isSecret: true })) || password
    from = await ask(context, 'Expéditeur, par exemple Hera <bonjour@exemple.fr>', from, {
      fault: (answer) => faultIn({ MAIL_FROM: answer }),
    })
    to = await ask(context, 'Qui reçoit les demandes', to, { fault: (answer) => faultIn({ MAIL_TO: answer }) })
    const values = { SMTP_URL: smtpUrlOf({ host, port, user, password }), MAIL_FROM: from, MAIL_TO: to }
    const findings = await checkMail(readConfig(values).mail)
    show(terminal, findings)
    if (!findings.some(isFailing) || !(await agrees(terminal, 'Corriger ces réponses ?'))) return { values, findings }
  }
}

/** Says what is wrong with variables of e-mail; undefined if they can be read and written. */
function faultIn(values: Record<string, string>): string | undefined {
  try {
    fillEnvironment('', values)
    readConfig({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@exemple.fr', MAIL_TO: 'a@exemple.fr', ...values })
    return undefined
  } catch (error) {
    if (isExpected(error)) return error.message
    throw error
  }
}

interface Expected {
  /** Says what is wrong with an answer, which is then asked again. */
  fault?: (answer: string) => string | undefined
  /** True if the answer must not be shown while it is typed. */
  isSecret?: boolean
}

/** Asks a question until the answer is right; the former or usual answer is there to be edited. */
async function ask(
  { terminal }: Context,
  question: string,
  draft: string,
  { fault, isSecret }: Expected = {},
): Promise<string> {
  for (;;) {
    const typed = await terminal.ask(`${question} : `, { isSecret, draft })
    if (typed === undefined) throw new ExpectedError('Cette commande demande un terminal.')
    const answer = typed.trim()
    const sentence = fault?.(answer)
    if (!sentence) return answer
    terminal.note(sentence)
  }
}
