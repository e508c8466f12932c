import { NEEDED_FILES } from '../content.needs.ts'
import { type Finding, inOrder } from './finding.ts'
import { readSources } from './reading/sources.ts'
import { faultsOf } from './reading/yaml-faults.ts'
import { checkNeeded, missingFiles } from './rules/check-needed.ts'

/** Texts that the running server sends in responses and e-mails; the texts of pages are checked by the build. */
const SAID_BY_THE_SERVER = /^(?:emails|forms)\/|^interface\.yaml$/

/**
 * Returns what the server's own texts lack: files, keys and placeholders without which a response or an e-mail
 * would be incomplete. Used by the start and the status of the server; the content check applies the same rules.
 * @param root folder of the texts
 */
export function incompleteTexts(root: string): Finding[] {
  const sources = readSources(root, SAID_BY_THE_SERVER)
  const files = NEEDED_FILES.filter((path) => SAID_BY_THE_SERVER.test(path))
  return inOrder([...missingFiles(files, sources, root), ...sources.flatMap(faultsOf), ...checkNeeded(sources)])
}
