// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of the files of containers
/**
 * Each line of the deployment files by its reason. A line that is added, removed or changed needs its reason here
 * too. Descriptions and comments are free.
 */
export type Reasons = Readonly<Record<string, readonly string[]>>

const IN_THE_SYSTEM = {
  'runs as its own user, from the release that is served, with the settings of the house': [
    '[Unit]',
    '[Service]',
    'User=hera',
    'Group=hera',
    'EnvironmentFile=/etc/hera/hera.env',
    'WorkingDirectory=/opt/hera/current',
  ],
  'nobody but hera reads what people sent': ['StateDirectory=hera', 'StateDirectoryMode=0700', 'UMask=0077'],
  'whoever takes the program over gets no more of the machine than its data': [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    'RestrictNamespaces=yes',
    'CapabilityBoundingSet=',
    'SystemCallFilter=@system-service',
  ],
} as const
const ONCE = { 'is done once, and ends': ['Type=oneshot'] }
const HEARD = { 'somebody hears of it when it fails': ['OnFailure=hera-alerte@%n.service'] }
const NETWORK = {
  'speaks over the network and to the system alone': ['RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX'],
}
const NODE = '/opt/hera/current/node_modules/.bin/node'
const STARTED = (target: string) => ({
  'is there after the machine has started': ['[Unit]', '[Install]', `WantedBy=${target}`],
})
const TIMED = (when: string, spread: string) => ({
  ...STARTED('timers.target'),
  'comes at its time, not at that of every other machine': [
    '[Timer]',
    `OnCalendar=${when}`,
    `RandomizedDelaySec=${spread}`,
  ],
  'is made up for where the machine was off': ['Persistent=yes'],
})
const ELSEWHERE = {
  ...IN_THE_SYSTEM,
  ...ONCE,
  ...HEARD,
  ...NETWORK,
  'waits for the network': ['After=network-online.target', 'Wants=network-online.target'],
  'knows where the copies go, and keeps its cache with its data': [
    'EnvironmentFile=/etc/hera/ailleurs.env',
    'Environment=XDG_CACHE_HOME=/var/lib/hera/.cache',
  ],
}
const LOCKED = `/usr/bin/flock /var/lib/hera/ailleurs.lock ${NODE} hera.mjs offsite`

export const UNITS: Readonly<Record<string, Reasons>> = {
  'hera.service': {
    ...IN_THE_SYSTEM,
    ...HEARD,
    ...NETWORK,
    ...{ 'is there after the machine has started': ['[Install]', 'WantedBy=multi-user.target'] },
    'starts once the clock is right, because periods are counted from it, behind its socket': [
      'After=network-online.target time-sync.target hera-heure.service hera.socket',
      'Wants=network-online.target time-sync.target hera-heure.service hera.socket',
    ],
    'says when it serves, and has time to migrate': ['Type=notify', 'NotifyAccess=all', 'TimeoutStartSec=10min'],
    'is started anew when it hangs or fails, but not for ever': [
      'WatchdogSec=60',
      'Restart=on-failure',
      'RestartSec=5',
      'StartLimitIntervalSec=10min',
      'StartLimitBurst=30',
    ],
    'is the same command as npm run serve': [
      `ExecStart=${NODE} --max-semi-space-size=2 --max-old-space-size=144 server.mjs`,
    ],
    'answers what is under way before it ends': ['TimeoutStopSec=20'],
    'a leak ends in a new start, not in a slow machine': ['MemoryMax=320M', 'MemorySwapMax=0'],
    'faces the world: what the other units have, and more': [
      'PrivateUsers=yes',
      'ProtectClock=yes',
      'ProtectHostname=yes',
      'ProtectKernelLogs=yes',
      'ProtectProc=invisible',
      'ProcSubset=pid',
      'RestrictRealtime=yes',
      'RestrictSUIDSGID=yes',
      'LockPersonality=yes',
      'RemoveIPC=yes',
      'AmbientCapabilities=',
      'SystemCallArchitectures=native',
      'SystemCallFilter=~@privileged @resources',
      // SQLite sets the owner of its log to that of the database.
      'SystemCallFilter=@chown',
    ],
  },
  'hera.socket': {
    ...STARTED('sockets.target'),
    'holds visitors while the site starts anew, as many as come in a few seconds': [
      '[Socket]',
      'ListenStream=127.0.0.1:4321',
      'Backlog=4096',
    ],
  },
  'hera-heure.service': {
    ...ONCE,
    'waits until the clock is right, a minute and a half at most, where there is one to set': [
      '[Unit]',
      '[Service]',
      'After=systemd-timesyncd.service chrony.service',
      'Before=hera.service',
      'ConditionVirtualization=!container',
      'ConditionPathExists=/usr/lib/systemd/systemd-time-wait-sync',
      'RemainAfterExit=yes',
      'ExecStart=/usr/lib/systemd/systemd-time-wait-sync',
      'TimeoutStartSec=90',
    ],
  },
  'hera-sauvegarde.service': {
    ...IN_THE_SYSTEM,
    ...ONCE,
    ...HEARD,
    'keeps fourteen copies in a folder of its own': [
      `ExecStart=${NODE} hera.mjs backup /var/backups/hera --keep 14`,
      'ReadWritePaths=/var/backups/hera',
    ],
    'needs no network': ['PrivateNetwork=yes', 'RestrictAddressFamilies=AF_UNIX'],
  },
  'hera-sauvegarde.timer': TIMED('*-*-* 03:17:00', '10min'),
  'hera-alerte@.service': {
    ...IN_THE_SYSTEM,
    ...ONCE,
    ...NETWORK,
    'writes to the house what has failed': [`ExecStart=${NODE} hera.mjs mail alert %i`, 'TimeoutStartSec=2min'],
  },
  'hera-retour.path': {
    ...STARTED('multi-user.target'),
    'sees that the desk asks for the release before': ['[Path]', 'PathExists=/var/lib/hera/retour-demande'],
  },
  'hera-retour.service': {
    ...ONCE,
    'takes the wish away before it acts, so that a failure is not tried for ever': [
      '[Unit]',
      '[Service]',
      'ExecStart=/bin/rm -f /var/lib/hera/retour-demande',
      'ExecStart=/usr/local/bin/hera rollback',
    ],
  },
  'hera-ailleurs.service': {
    ...ELSEWHERE,
    'sends what a new machine needs, one at a time': [`ExecStart=${LOCKED} send /etc/hera /opt/hera/current`],
  },
  'hera-ailleurs.timer': TIMED('hourly', '10min'),
  'hera-essai.service': { ...ELSEWHERE, 'restores on trial, one at a time': [`ExecStart=${LOCKED} trial`] },
  'hera-essai.timer': TIMED('monthly', '6h'),
}

const HEALTH = [
  'CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`, { signal: AbortSignal.timeout(4000) })',
  '.then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]',
].join('')

/** Files for containers instead of systemd units. */
export const CONTAINER: Readonly<Record<string, Reasons>> = {
  Dockerfile: {
    'is built from an image and a release that the operator names': ['ARG BASE', 'FROM ${BASE}', 'ARG RELEASE'],
    'unpacks the release, and has the command in the path': [
      'ADD ${RELEASE}.tar.gz /app/',
      'RUN ln -s ${RELEASE} /app/current \\',
      '&& ln -s /app/current/hera.mjs /usr/local/bin/hera \\',
      '&& ln -s /app/current/node_modules/.bin/node /usr/local/bin/node \\',
      'WORKDIR /app/current',
    ],
    'nobody but hera reads what people sent, and hera is not root': [
      '&& install -d -o 10001 -g 10001 -m 700 /data',
      'USER 10001:10001',
    ],
    'the database outlives the container': [
      'ENV HOST=0.0.0.0 PORT=4321 DATABASE_PATH=/data/hera.sqlite',
      'VOLUME /data',
      'EXPOSE 4321',
    ],
    'says when it does not answer': ['HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \\', HEALTH],
    'is the same command as npm run serve': [
      'CMD ["node", "--max-semi-space-size=2", "--max-old-space-size=144", "server.mjs"]',
    ],
  },
  'compose.yaml': {
    'is built from the image and the release that .env names': [
      'services:',
      'hera:',
      'image: hera:${RELEASE:?RELEASE manque dans .env, par exemple hera-1.0.0-20261122-0918-27063b5-linux-x64}',
      'build:',
      'context: .',
      'dockerfile: Dockerfile',
      'args:',
      'BASE: ${BASE:?BASE manque dans .env, par exemple debian@sha256:…}',
      'RELEASE: ${RELEASE}',
      'env_file: conteneur.env',
    ],
    'is open to the proxy of this machine alone': ["ports: ['127.0.0.1:4321:4321']"],
    'keeps database and copies outside the container': [
      'volumes:',
      '- donnees:/data',
      '- ./sauvegardes:/sauvegardes',
      'volumes:',
      'donnees:',
    ],
    'whoever takes the program over gets no more of the machine than its data': [
      'read_only: true',
      'tmpfs: /tmp',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
    ],
    'a leak ends in a new start, not in a slow machine': ['mem_limit: 320m', 'memswap_limit: 320m'],
    'is started anew when it fails, and answers what is under way before it ends': [
      'restart: unless-stopped',
      'stop_grace_period: 20s',
    ],
  },
}

/** Files for a forge instead of the git hook on the server. */
export const FORGE: Readonly<Record<string, Reasons>> = {
  'publication/forge.yml': {
    'publishes what is pushed, one after the other, and does not hang': [
      'name: Publier',
      'on:',
      'push:',
      'branches: [main]',
      'concurrency: publication',
      'jobs:',
      'publier:',
      'runs-on: ubuntu-latest',
      'timeout-minutes: 20',
      'steps:',
    ],
    'the last version is there, which dates of legal texts are compared with': [
      '- uses: actions/checkout@v4',
      'with:',
      'fetch-depth: 2',
    ],
    'builds with the Node and the packages of the project, once the texts are right': [
      '- uses: actions/setup-node@v4',
      'with:',
      'node-version: 24',
      '- run: npm ci',
      '- run: npm run check:content',
      '- run: npm run release',
      'env:',
      'SITE_URL: ${{ vars.SITE_URL }}',
    ],
    'hands its release to the server that it knows, with a key that nobody else reads': [
      '- name: Mettre en ligne',
      'env:',
      'CLE_SSH: ${{ secrets.CLE_SSH }}',
      'HOTE_CONNU: ${{ secrets.HOTE_CONNU }}',
      'SERVEUR: ${{ secrets.SERVEUR }}',
      'run: |',
      'install -m 700 -d ~/.ssh',
      'echo "$CLE_SSH" > ~/.ssh/id && chmod 600 ~/.ssh/id',
      'echo "$HOTE_CONNU" > ~/.ssh/known_hosts',
      'scp -i ~/.ssh/id releases/*.tar.gz "$SERVEUR":',
    ],
    'puts the newest archive online, of which one that was refused may lie there still': [
      [
        'ssh -i ~/.ssh/id "$SERVEUR"',
        `'sudo /usr/local/bin/hera upgrade "$(ls -t hera-*.tar.gz | head -1)" && rm hera-*.tar.gz'`,
      ].join(' '),
    ],
  },
}

/** Decisions «Made real»: the site as an installed page; browsers request both sizes and maskable icons. */
export const WEB_MANIFEST = {
  name: 'Hera',
  short_name: 'Hera',
  description: 'Tapis de selle et bonnets matelassés, faits main',
  lang: 'fr',
  dir: 'ltr',
  start_url: '/',
  display: 'browser',
  background_color: '#FBF7EF',
  theme_color: '#3B2416',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
