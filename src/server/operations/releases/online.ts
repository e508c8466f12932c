import { existsSync, lstatSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { handlePage, seeOther } from '../../http/answer-page.ts'
import { installation, linked, readRelease, releaseFolder, schemaVersion } from './release.ts'

/** File beside the database that makes systemd (`deploy/hera-retour.path`) start a rollback. */
const ROLLBACK_FILE = 'retour-demande'
/** Exists where systemd watches for that file, which deploy/publication/LISEZMOI.md sets up. */
const WATCHED = '/etc/systemd/system/multi-user.target.wants/hera-retour.path'

export type Online = ReturnType<typeof readOnline>

/**
 * Returns the release online, since when, and if a rollback is possible.
 * @param isHeard true if systemd watches for a request
 */
export function readOnline(databasePath: string, base = installation(), isHeard = existsSync(WATCHED)) {
  const previous = base && linked(base, 'previous')
  const folder = isHeard && previous ? releaseFolder(base, previous) : ''
  const isKept = existsSync(folder)
  const needsCommand = isKept && schemaVersion(folder) < schemaVersion(`${base}/current`)
  return {
    /** Undefined if the program was not made by `npm run release`. */
    release: readRelease(),
    /** When it was put online, UTC ISO 8601; undefined if it is not installed as a release. */
    since: base && lstatSync(join(base, 'current')).mtime.toISOString(),
    /** True if the previous release is still there, and a request for it would be heard. */
    canGoBack: isKept && !needsCommand,
    /** True if it cannot read the database: the command replaces that, and asks first. */
    needsCommand,
    /** True from the request for a rollback until it is done. */
    rollbackRequested: existsSync(wantedFile(databasePath)),
  }
}

/**
 * Requests a rollback. The server has no permission to replace itself, so systemd watches the file and runs
 * `hera rollback`, which refuses if it had to restore the copy from before the upgrade.
 */
export function requestRollback(databasePath: string): void {
  writeFileSync(wantedFile(databasePath), '')
}

function wantedFile(databasePath: string): string {
  return join(dirname(databasePath), ROLLBACK_FILE)
}

const STATUS_PAGE = '/bureau/maison'

/**
 * Handles requests to the page «La maison», which shows the release online. POST with `action=revenir` requests
 * the previous release; `action=prevenir` sends the problems to MAIL_OPERATOR, or else to the sender, by e-mail.
 * @param callHelp resolves to false if the e-mail was not sent; undefined if e-mail is not configured
 */
export function handleStatusPage(
  request: Request,
  { online, goBack }: { online: () => Online; goBack: () => void },
  callHelp?: () => Promise<boolean>,
) {
  return handlePage<Online>(request, {
    show: online,
    async post({ action }) {
      if (action === 'prevenir' && callHelp)
        return seeOther(`${STATUS_PAGE}?fait=${(await callHelp()) ? 'prevenue' : 'injoignable'}`)
      if (action === 'revenir' && online().canGoBack) goBack()
      return seeOther(STATUS_PAGE)
    },
  })
}
