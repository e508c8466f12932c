import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { hide, proseSpansOf, type TextSpan } from '../reading/text-spans.ts'
import { breaches, type Rule } from './breaches.ts'

/** Elements that the style sheets of the texts know. */
const KNOWN =
  'a abbr b blockquote br cite code dd details div dl dt em h2 h3 h4 h5 h6 hr i kbd li mark ol p q s small span strong sub summary sup table tbody td th thead time tr u ul wbr'.split(
    ' ',
  )
/** Elements and attributes that the content security policy stops, or that would make a page do something. */
const REFUSED =
  'script iframe frame object embed applet style link meta base form input button select textarea svg math video audio source canvas template'.split(
    ' ',
  )
/** Classes that the style sheets of the texts know. */
const CLASSES = ['statutory-box', 'model-form']
/** What a word processor writes around pasted words: tags of its own, and remarks for itself. */
const OFFICE: Rule = {
  pattern: /<[a-z]+:[a-z][\w-]*(?:\s[^<>]*)?\/?>|<!--\[if[\s\S]*?-->|<!\[(?:if|endif)[^>]*>/gi,
  what: (tag) => `« ${tag.slice(0, 20)} » vient d’un traitement de texte.`,
  mend: 'Retirez-le : collez sans la mise en forme (Ctrl + Maj + V).',
}
/** Signs written as &nbsp; or &eacute;, which are read as they are in a YAML text that is no Markdown. */
const ENTITIES: Rule = {
  pattern: /&(?:[a-z]+|#\d+);/gi,
  what: (entity) => `« ${entity} » est un signe écrit à la manière du HTML.`,
  mend: (entity) =>
    /nbsp|160|8239/.test(entity) ? 'Tapez une espace : l’insécable se pose seule.' : 'Tapez le signe lui-même.',
}
const TAG = /<\/?([a-z][\w-]*)((?:\s[^<>]*)?)\/?>/gi
/** Elements that stay open to the end of a page where nothing closes them. */
const PAIRED = 'a abbr b cite div em i kbd mark q s small span strong sub summary sup u'.split(' ')
const CODE = /```[\s\S]*?```|`[^`\n]*`/g

/** HTML inside the texts that browsers would refuse on the public site, or that no style sheet knows. */
export function checkHtml(sources: readonly Source[]): Finding[] {
  return sources
    .flatMap(proseSpansOf)
    .flatMap((span) => [
      ...breaches([OFFICE], span, hide(span.text, CODE)),
      ...tagsIn(span),
      ...unclosedIn(span),
      ...breaches([ENTITIES], span, hide(span.text, CODE, /\]\([^)]*\)/g)),
    ])
}

function unclosedIn({ source, offset, text }: TextSpan): Finding[] {
  const tags = [...hide(text, CODE).matchAll(TAG)].filter(({ 0: tag }) => !tag.endsWith('/>'))
  return PAIRED.flatMap((name) => {
    const same = tags.filter(({ 1: each = '' }) => each.toLowerCase() === name)
    const opened = same.filter(({ 0: tag }) => !tag.startsWith('</'))
    // The last one that has no other half.
    const open = opened.at(same.length - 2 * opened.length)
    if (opened.length * 2 <= same.length || !open) return []
    return findingAt(
      source,
      offset + open.index,
      `« <${name}> » n’est pas fermé : tout ce qui suit prendrait son allure.`,
      `Ajoutez </${name}> après les mots, ou écrivez en Markdown.`,
    )
  })
}

function tagsIn({ source, offset, text }: TextSpan): Finding[] {
  return [...hide(text, CODE).matchAll(TAG)].flatMap(({ 0: tag, 1: name = '', 2: attributes = '', index }) => {
    const found = (what: string, mend: string, breaks = false) => findingAt(source, offset + index, what, mend, breaks)
    const refused = /\s(style|on\w+)\s*=/i.exec(attributes)?.[1]
    if (tag.startsWith('</')) return []
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
    if (name.toLowerCase() === 'img')
      return found(
        '« <img> » montre une image que le site ne prépare pas.',
        'Écrivez-la en Markdown : ![Tapis crème plié](nom-de-l-image).',
      )
    const unknown = /\sclass\s*=\s*["']?([^"'>]*)/i
      .exec(attributes)?.[1]
      ?.split(/\s+/)
      .find((each) => !CLASSES.includes(each))
    if (unknown !== undefined)
      return found(
        `« class="${unknown}" » ne veut rien dire ici ; elle vient sans doute d’un traitement de texte.`,
        'Retirez la balise : collez sans la mise en forme (Ctrl + Maj + V).',
      )
    if (KNOWN.includes(name.toLowerCase())) return []
    return found(
      `« <${name}> » n’est pas une balise que le site connaît.`,
      'Écrivez en Markdown : **gras**, *italique*, [lien](/contact).',
    )
  })
}
