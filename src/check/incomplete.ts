import { NEEDED_FILES } from '../content.needs.ts'
import { type Finding, inOrder } from './finding.ts'
import { readSources } from './reading/sources.ts'
import { faultsOf } from './reading/yaml-faults.ts'
import { checkNeeded, missingFiles } from './rules/check-needed.ts'

/** What the running server says itself, in answers and e-mails; pages are made by the build. */
const SAID_BY_THE_SERVER = /^(?:emails|forms)\/|^interface\.yaml$/

/**
 * What the texts that the server itself says lack: files, keys and names without which an answer or an e-mail would go out
 * mutilated. The check of the texts, the start and the state of the installation ask the same.
 * @param root folder of the texts
 */
export function incompleteTexts(root: string): Finding[] {
  const sources = readSources(root, SAID_BY_THE_SERVER)
  const files = NEEDED_FILES.filter((path) => SAID_BY_THE_SERVER.test(path))
  return inOrder([...missingFiles(files, sources, root), ...sources.flatMap(faultsOf), ...checkNeeded(sources)])
}
