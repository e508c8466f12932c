// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of the files of containers
/**
 * Each line of the deployment files by its reason. A line that is added, removed or changed needs its reason here
 * too. Descriptions and comments are free.
 */
export type Reasons = Readonly<Record<string, readonly string[]>>

const IN_THE_SYSTEM = {
  'runs as user hera in the current release with the settings of hera.env': [
    '[Unit]',
    '[Service]',
    'User=hera',
    'Group=hera',
    'EnvironmentFile=/etc/hera/hera.env',
    'WorkingDirectory=/opt/hera/current',
  ],
  'only hera can read submissions': ['StateDirectory=hera', 'StateDirectoryMode=0700', 'UMask=0077'],
  'an attacker who controls the process gets access only to its data': [
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
const ONCE = { 'runs once and ends': ['Type=oneshot'] }
const HEARD = { 'sends an alert when it fails': ['OnFailure=hera-alerte@%n.service'] }
const NETWORK = {
  'may use only IP and Unix sockets': ['RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX'],
}
const NODE = '/opt/hera/current/node_modules/.bin/node'
const STARTED = (target: string) => ({
  'starts with the machine': ['[Unit]', '[Install]', `WantedBy=${target}`],
})
const TIMED = (when: string, spread: string) => ({
  ...STARTED('timers.target'),
  'runs on schedule with a random delay': ['[Timer]', `OnCalendar=${when}`, `RandomizedDelaySec=${spread}`],
  'runs later if the machine was off': ['Persistent=yes'],
})
const ELSEWHERE = {
  ...IN_THE_SYSTEM,
  ...ONCE,
  ...HEARD,
  ...NETWORK,
  'waits for the network': ['After=network-online.target', 'Wants=network-online.target'],
  'reads the backup target and keeps its cache with its data': [
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
    ...{ 'starts with the machine': ['[Install]', 'WantedBy=multi-user.target'] },
    'starts after time synchronization, because periods are counted from the clock, and after its socket': [
      'After=network-online.target time-sync.target hera-heure.service hera.socket',
      'Wants=network-online.target time-sync.target hera-heure.service hera.socket',
    ],
    'notifies systemd when it is ready, and has time for migrations': [
      'Type=notify',
      'NotifyAccess=all',
      'TimeoutStartSec=10min',
    ],
    'restarts when it hangs or fails, a limited number of times': [
      'WatchdogSec=60',
      'Restart=on-failure',
      'RestartSec=5',
      'StartLimitIntervalSec=10min',
      'StartLimitBurst=30',
    ],
    'is the same command as npm run serve': [
      `ExecStart=${NODE} --max-semi-space-size=2 --max-old-space-size=144 server.mjs`,
    ],
    'completes pending requests before it stops': ['TimeoutStopSec=20'],
    'a memory leak leads to a restart instead of a slow machine': ['MemoryMax=320M', 'MemorySwapMax=0'],
    'has more restrictions than the other units, because it is public': [
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
    'queues connections during a restart, enough for a few seconds': [
      '[Socket]',
      'ListenStream=127.0.0.1:4321',
      'Backlog=4096',
    ],
  },
  'hera-heure.service': {
    ...ONCE,
    'waits for time synchronization for at most 90 seconds, except in containers': [
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
    'keeps fourteen backups in a separate folder': [
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
    'sends the name of the failed unit to MAIL_TO': [
      `ExecStart=${NODE} hera.mjs mail alert %i`,
      'TimeoutStartSec=2min',
    ],
  },
  'hera-retour.path': {
    ...STARTED('multi-user.target'),
    'starts a rollback when the desk requests it': ['[Path]', 'PathExists=/var/lib/hera/retour-demande'],
  },
  'hera-retour.service': {
    ...ONCE,
    'deletes the request before the rollback, so that a failure is not retried': [
      '[Unit]',
      '[Service]',
      'ExecStart=/bin/rm -f /var/lib/hera/retour-demande',
      'ExecStart=/usr/local/bin/hera rollback',
    ],
  },
  'hera-ailleurs.service': {
    ...ELSEWHERE,
    'sends everything that a new machine needs, one run at a time': [
      `ExecStart=${LOCKED} send /etc/hera /opt/hera/current`,
    ],
  },
  'hera-ailleurs.timer': TIMED('hourly', '10min'),
  'hera-essai.service': { ...ELSEWHERE, 'runs a trial restore, one at a time': [`ExecStart=${LOCKED} trial`] },
  'hera-essai.timer': TIMED('monthly', '6h'),
}

const HEALTH = [
  'CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`, { signal: AbortSignal.timeout(4000) })',
  '.then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]',
].join('')

/** Files for containers instead of systemd units. */
export const CONTAINER: Readonly<Record<string, Reasons>> = {
  Dockerfile: {
    'is built from a base image and a release set by the operator': ['ARG BASE', 'FROM ${BASE}', 'ARG RELEASE'],
    'unpacks the release and adds the command to PATH': [
      'ADD ${RELEASE}.tar.gz /app/',
      'RUN ln -s ${RELEASE} /app/current \\',
      '&& ln -s /app/current/hera.mjs /usr/local/bin/hera \\',
      '&& ln -s /app/current/node_modules/.bin/node /usr/local/bin/node \\',
      'WORKDIR /app/current',
    ],
    'only hera can read submissions, and hera is not root': [
      '&& install -d -o 10001 -g 10001 -m 700 /data',
      'USER 10001:10001',
    ],
    'the database outlives the container': [
      'ENV HOST=0.0.0.0 PORT=4321 DATABASE_PATH=/data/hera.sqlite',
      'VOLUME /data',
      'EXPOSE 4321',
    ],
    'reports when the site does not respond': ['HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \\', HEALTH],
    'is the same command as npm run serve': [
      'CMD ["node", "--max-semi-space-size=2", "--max-old-space-size=144", "server.mjs"]',
    ],
  },
  'compose.yaml': {
    'is built from the image and the release in .env': [
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
    'accepts connections only from this machine': ["ports: ['127.0.0.1:4321:4321']"],
    'stores database and backups outside the container': [
      'volumes:',
      '- donnees:/data',
      '- ./sauvegardes:/sauvegardes',
      'volumes:',
      'donnees:',
    ],
    'an attacker who controls the process gets access only to its data': [
      'read_only: true',
      'tmpfs: /tmp',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
    ],
    'a memory leak leads to a restart instead of a slow machine': ['mem_limit: 320m', 'memswap_limit: 320m'],
    'restarts when it fails and completes pending requests before it stops': [
      'restart: unless-stopped',
      'stop_grace_period: 20s',
    ],
  },
}

/** Files for a forge instead of the git hook on the server. */
export const FORGE: Readonly<Record<string, Reasons>> = {
  'publication/forge.yml': {
    'publishes pushes one at a time, with a timeout': [
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
    'fetches the previous commit, to compare dates of legal texts': [
      '- uses: actions/checkout@v4',
      'with:',
      'fetch-depth: 2',
    ],
    'builds with the project’s Node and packages after the check of the texts': [
      '- uses: actions/setup-node@v4',
      'with:',
      'node-version: 24',
      '- run: npm ci',
      '- run: npm run check:content',
      '- run: npm run release',
      'env:',
      'SITE_URL: ${{ vars.SITE_URL }}',
    ],
    'copies the release to the known server with a private key': [
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
    'installs the newest archive, because a rejected one may still be there': [
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
