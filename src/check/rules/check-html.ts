import { type Finding, findingAt } from '../finding.ts'
import { isOfWords, type Source } from '../reading/sources.ts'
import { hide, proseSpansOf, type TextSpan } from '../reading/text-spans.ts'
import { matchRules, type Rule } from './match-rules.ts'

/** Allowed tags: boxes prescribed by law, and line breaks in table cells. Markdown replaces all others. */
const KNOWN = /^<(?:div class="(?:statutory-box|model-form)"[^<>]*|br\s*\/?)>$/i
/** Elements that the CSP blocks, or that would make a page interactive. */
const REFUSED =
  'script iframe frame object embed applet style link meta base form input button select textarea svg math video audio source canvas template'.split(
    ' ',
  )
/** Tags and comments that come with text pasted from a word processor. */
const OFFICE: Rule = {
  pattern: /<[a-z]+:[a-z][\w-]*(?:\s[^<>]*)?\/?>|<!--\[if[\s\S]*?-->|<!\[(?:if|endif)[^>]*>/gi,
  what: (tag) => `« ${tag.slice(0, 20)} » vient d’un traitement de texte.`,
  mend: 'Retirez-le : collez sans la mise en forme (Ctrl + Maj + V).',
}
/** Entities such as &nbsp; or &eacute;, which a YAML text without Markdown would show literally. */
const ENTITIES: Rule = {
  pattern: /&(?:[a-z]+|#\d+);/gi,
  what: (entity) => `« ${entity} » est un signe écrit à la manière du HTML.`,
  mend: (entity) =>
    /nbsp|160|8239/.test(entity) ? 'Tapez une espace : l’insécable se pose seule.' : 'Tapez le signe lui-même.',
}
const TAG = /<([a-z][\w-]*)((?:\s[^<>]*)?)\/?>/gi
const CODE = /```[\s\S]*?```|`[^`\n]*`/g

/** Finds HTML that browsers would block on the public site, or for which Markdown has a sign. */
export function checkHtml(source: Source): Finding[] {
  return proseSpansOf(source).flatMap((span) => [
    ...matchRules([OFFICE], span, hide(span.text, CODE)),
    ...tagsIn(span),
    ...matchRules([ENTITIES], span, hide(span.text, CODE, /\]\([^)]*\)/g)),
  ])
}

function tagsIn({ source, offset, text }: TextSpan): Finding[] {
  // E-mails and the texts of forms and interface are checked by other rules.
  const isMarkdown = source.folder !== 'emails' && !isOfWords(source)
  return [...hide(text, CODE).matchAll(TAG)].flatMap(({ 0: tag, 1: name = '', 2: attributes = '', index }) => {
    const found = (what: string, mend: string, breaks = false) => findingAt(source, offset + index, what, mend, breaks)
    const refused = /\s(style|on\w+)\s*=/i.exec(attributes)?.[1]
    if (REFUSED.includes(name.toLowerCase()))
      return found(
        `« <${name}> » ne s’affiche pas : la politique de sécurité du site le refuse.`,
        'Retirez-le ; vers une vidéo ou une carte, faites un lien.',
        true,
      )
    if (refused)
      return found(
        `« ${refused}= » reste sans effet : la politique de sécurité du site le refuse.`,
        'Retirez cet attribut.',
        true,
      )
    if (!isMarkdown || KNOWN.test(tag)) return []
    return found(
      `« <${name}> » est une balise : un texte s’écrit sans elles.`,
      'Écrivez **gras**, *italique*, [lien](/contact) ; depuis Word, collez sans la mise en forme (Ctrl + Maj + V).',
    )
  })
}
