#!/bin/sh
# Met un commit en ligne sur un Debian : construit dans un dossier à côté de celui qui tourne, change un lien, redémarre,
# attend que /api/health nomme ce commit, et revient au précédent s’il ne vient pas. En root, dans le dépôt :
#   deploy/deploy.sh            le commit du dépôt
#   deploy/deploy.sh 1a2b3c4    un autre, aussi pour revenir en arrière
set -eu
base=${HERA_BASE:-/opt/hera}
settings=${HERA_ENV:-/etc/hera/hera.env}
restart=${HERA_RESTART:-systemctl restart hera}
clone=$(cd "$(dirname "$0")/.." && pwd)
commit=$(git -C "$clone" rev-parse --verify "${1:-HEAD}^{commit}")
value() { sed -n "s/^$1=//p" "$settings" | tr -d "\"'\r" | tail -n 1; }
port=$(value PORT)
former=$(readlink "$base/current" || true)
new=$base/$commit

if [ ! -e "$new" ]; then
  rm -rf "$base"/*.part
  mkdir -p "$new.part"
  git -C "$clone" archive "$commit" | tar -x -C "$new.part"
  (cd "$new.part" && npm ci --no-audit --no-fund)
  # Les images déjà taillées, que la construction retrouve par leur contenu.
  if [ -d "$former/node_modules/.astro/assets" ]; then
    mkdir -p "$new.part/node_modules/.astro" && cp -R "$former/node_modules/.astro/assets" "$new.part/node_modules/.astro/"
  fi
  (cd "$new.part" && COMMIT=$commit SITE_URL=$(value SITE_URL) npm run build)
  mv "$new.part" "$new"
fi

# Un renommage : à aucun moment le lien ne manque.
switch() { ln -sfn "$1" "$base/current.new" && mv -T "$base/current.new" "$base/current"; }
answers() {
  for _ in $(seq 60); do
    curl --silent --max-time 2 "http://127.0.0.1:${port:-4321}/api/health" | grep -q "\"commit\":\"$commit\"" && return 0
    sleep 0.5
  done
  return 1
}

switch "$new"
if $restart && answers; then
  echo "En ligne : $commit"
  for old in "$base"/*/; do
    case "${old%/}" in "$base/current" | "$new" | "$former") ;; *) rm -rf "${old%/}" ;; esac
  done
  exit 0
fi
echo "Le commit $commit ne répond pas : retour à ${former:-rien}. Pourquoi : journalctl -u hera" >&2
if [ -n "$former" ]; then switch "$former" && $restart; fi
exit 1
