import { forms } from '../forms/index.ts'
import { EMAILS } from './email-kinds.ts'
import { SECTIONS } from './sections.ts'

/** Files that a build requires, as paths below src/content. */
export const NEEDED_FILES: readonly string[] = [
  'company.yaml',
  'facts.yaml',
  'interface.yaml',
  'lancement.yaml',
  'pictures.yaml',
  'legal/_formulaire-retractation.md',
  'legal/privacy.md',
  'legal/terms.md',
  ...Object.keys(forms).map((name) => `forms/${name}.yaml`),
  ...Object.keys(EMAILS).map((name) => `emails/${name}.yaml`),
  ...Object.keys(SECTIONS).map((id) => `pages/${id}.yaml`),
]
