/** Required lines of the deployment files by their reason; what else they hold is free. */
export const DEPLOY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'hera.service': {
    'runs as user hera with the settings of hera.env': ['User=hera', 'EnvironmentFile=/etc/hera/hera.env'],
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
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
      'CapabilityBoundingSet=',
      'SystemCallFilter=@system-service',
      // SQLite sets the owner of its log to that of the database.
      'SystemCallFilter=@chown',
    ],
    'starts after time synchronization, because periods are counted from the clock, and after its socket': [
      'After=network-online.target time-sync.target hera.socket',
    ],
    'notifies systemd when it is ready, and is restarted when it hangs or ends': [
      'Type=notify',
      'NotifyAccess=all',
      'WatchdogSec=60',
      'Restart=always',
    ],
    'a start that hangs ends within a minute': ['TimeoutStartSec=60'],
    'is the same command as npm run serve': [
      'ExecStart=/opt/hera/current/node_modules/.bin/node --max-semi-space-size=2 --max-old-space-size=144 server.mjs',
    ],
    'completes pending requests before it stops': ['TimeoutStopSec=20'],
    'a memory leak leads to a restart instead of a slow machine': ['MemoryMax=320M', 'MemorySwapMax=0'],
  },
  'hera.socket': { 'queues connections during a restart': ['ListenStream=127.0.0.1:4321', 'Backlog=4096'] },
  Dockerfile: {
    'only hera can read submissions, and hera is not root': [
      '&& install -d -o 10001 -g 10001 -m 700 /data',
      'USER 10001:10001',
    ],
    'the database outlives the container': ['VOLUME /data'],
    'is the same command as npm run serve': [
      'CMD ["node", "--max-semi-space-size=2", "--max-old-space-size=144", "server.mjs"]',
    ],
  },
  'compose.yaml': {
    'an attacker who controls the process gets access only to its data': [
      'read_only: true',
      'tmpfs: /tmp',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
    ],
    'a memory leak leads to a restart instead of a slow machine': ['mem_limit: 320m', 'memswap_limit: 320m'],
    'restarts when it ends and completes pending requests before it stops': [
      'restart: unless-stopped',
      'stop_grace_period: 20s',
    ],
  },
  Caddyfile: {
    'logs no visitor addresses and no tokens of links': ['format filter {', 'request delete'],
    'has the same timeouts and limits as the server': [
      'read_header 10s',
      'read_body 30s',
      'idle 65s',
      'max_header_size 16KB',
      'request_body @public {',
      'max_size 1MB',
      'request_body /bureau/* {',
      'max_size 6MB',
    ],
    'blocks unused routes': ['@closed path /_image* /_server-islands* /_actions*', 'respond @closed 404'],
    'sends a form once, without keep-alive, so that no closed connection is reused': ['keepalive off'],
    'holds pages and forms during a restart': ['lb_try_duration 15s'],
  },
  'nginx.conf': {
    'sends a form once over a new connection': ['default hera_envois;', 'GET hera;', 'HEAD hera;'],
    'rejects other host names': ['ssl_reject_handshake on;', 'return 444;'],
    'has the same timeouts and limits as the server': [
      'client_header_timeout 10s;',
      'large_client_header_buffers 4 16k;',
      'client_body_timeout 30s;',
      'keepalive_timeout 65s;',
      'client_max_body_size 1m;',
      'location /bureau/ {',
      'client_max_body_size 6m;',
    ],
    'logs no visitor addresses and no tokens of links': ['access_log off;', 'error_log /var/log/nginx/hera.log crit;'],
    'serves current TLS and hides its version': ['server_tokens off;', 'ssl_protocols TLSv1.2 TLSv1.3;'],
    'has buffers for long page headers': ['proxy_buffer_size 16k;', 'proxy_buffers 8 16k;'],
    'sets Host, protocol and client address, so that a visitor cannot forge them': [
      'proxy_set_header Host $host;',
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      'proxy_set_header X-Forwarded-Proto $scheme;',
    ],
    'blocks unused routes': ['location ~ ^/(_image|_server-islands|_actions) {', 'return 404;'],
  },
}
