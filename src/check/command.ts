import { CONTENT, checkContent } from './check-content.ts'
import { type Finding, sentence } from './finding.ts'
import { launchList } from './launch-list.ts'

// The texts as they are, or with --launch what is missing before the site may open.
if (process.argv.includes('--launch')) {
  const { blocking, advisory } = launchList(CONTENT)
  print('Bloquant : sans cela, la construction d’un site public est refusée.', blocking)
  print('À régler avant l’ouverture, sans bloquer :', advisory)
  end(blocking, 'Rien ne s’oppose à la publication.')
} else {
  const findings = await checkContent()
  const broken = findings.filter(({ breaks }) => breaks)
  const warned = findings.filter(({ breaks }) => !breaks)
  print('À corriger :', broken)
  print('À regarder, sans que rien s’arrête :', warned)
  // Shown at their lines of a pull request:
  // https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
  if (process.env.GITHUB_ACTIONS)
    for (const { file, line, what, mend, breaks } of findings)
      console.log(`::${breaks ? 'error' : 'warning'} file=${file},line=${line}::${what} ${mend}`)
  end(broken, 'Les textes sont en ordre.')
}

function print(title: string, findings: readonly Finding[]): void {
  if (findings.length > 0) console.log(`${[title, ...findings.map(sentence)].join('\n')}\n`)
}

function end(broken: readonly Finding[], good: string): void {
  if (broken.length === 0) console.log(good)
  process.exitCode = broken.length === 0 ? 0 : 1
}
