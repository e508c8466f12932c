import { join } from 'node:path'
import type { ProxyName } from './checks.ts'
import { fillEnvironment, fillProxy, otherName } from './fill-in.ts'
import type { Machine } from './machine.ts'

/** One step of the installation; shown to the operator before it is done. */
export type Step = { title: string; isDone: () => boolean } & (
  | { file: string; text: string; mode: number }
  | { line: string }
)

interface Wanted {
  siteUrl: string
  /** Port on which Hera listens behind the proxy. */
  port: number
  proxy: ProxyName
  /** Environment variables for e-mail. */
  values: Readonly<Record<string, string>>
}

const ENVIRONMENT = '/etc/hera/hera.env'
const CURRENT = '/opt/hera/current'
const PROXY_FILES = {
  caddy: ['Caddyfile', '/etc/caddy/Caddyfile'],
  nginx: ['nginx.conf', '/etc/nginx/sites-enabled/hera.conf'],
} as const

/**
 * Returns the steps of deploy/LISEZMOI.md in the same order, with the same files.
 * @param deploy folder of these files
 */
export function stepsFor(machine: Machine, deploy: string, { siteUrl, port, proxy, values }: Wanted): Step[] {
  const { hostname } = new URL(siteUrl)
  const template = (name: string) => machine.read(join(deploy, name)) ?? ''
  const line = (title: string, text: string, done: string): Step => ({
    title,
    line: text,
    isDone: () => machine.succeeds(done),
  })
  const file = (title: string, path: string, text: string, mode: number): Step => ({
    ...{ title, file: path, text, mode },
    isDone: () => machine.read(path) === text,
  })
  const environment = { SITE_URL: siteUrl, TRUSTED_PROXIES: '1', ...values }
  const [name, path] = PROXY_FILES[proxy]
  return [
    line('Le compte', 'useradd --system --home-dir /var/lib/hera --shell /usr/sbin/nologin hera', 'id hera'),
    line(
      'Les dossiers',
      'install -d -m 750 -o root -g hera /etc/hera && install -d -m 700 -o hera -g hera /var/lib/hera /var/backups/hera',
      'test -d /etc/hera -a -d /var/lib/hera -a -d /var/backups/hera',
    ),
    file(
      'L’environnement',
      ENVIRONMENT,
      fillEnvironment(machine.read(ENVIRONMENT) ?? template('hera.env'), environment),
      0o640,
    ),
    line('Lisible par le service', `chgrp hera ${ENVIRONMENT}`, `test "$(stat -c %G ${ENVIRONMENT})" = hera`),
    line(
      'La commande',
      `ln -sf ${CURRENT}/deploy/hera /usr/local/bin/hera`,
      `test "$(readlink /usr/local/bin/hera)" = ${CURRENT}/deploy/hera`,
    ),
    line(
      'Le service',
      `systemctl link ${CURRENT}/deploy/hera*.service ${CURRENT}/deploy/hera*.socket ${CURRENT}/deploy/hera*.timer && systemctl enable --now hera.socket hera hera-sauvegarde.timer`,
      'systemctl is-active hera.socket hera hera-sauvegarde.timer',
    ),
    ...(proxy === 'caddy'
      ? [line('Caddy', 'apt-get install --yes caddy', 'command -v caddy')]
      : [
          line('nginx', 'apt-get install --yes nginx certbot', 'command -v nginx && command -v certbot'),
          line(
            'Le certificat',
            `certbot certonly --webroot --webroot-path /var/www/html --domain ${hostname} --domain ${otherName(hostname)} --deploy-hook "systemctl reload nginx"`,
            `test -e /etc/letsencrypt/live/${hostname}`,
          ),
        ]),
    file('Le proxy', path, fillProxy(template(name), hostname, port), 0o644),
    line(
      'Le proxy relit son fichier',
      proxy === 'caddy'
        ? 'systemctl reload caddy'
        : 'rm -f /etc/nginx/sites-enabled/default && nginx -t && systemctl reload nginx',
      'false',
    ),
  ]
}
