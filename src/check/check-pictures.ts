import { readdirSync } from 'node:fs'
import { isMap, isScalar } from 'yaml'
import { nearest } from '../copy/placeholders.ts'
import type { Finding } from './finding.ts'
import type { Source } from './sources.ts'
import { textSpansOf } from './text-spans.ts'

/** Pictures that code shows, not a text. */
const SHOWN_BY_CODE = ['share']

/**
 * Pictures that lack their file or their description, that no page shows, or whose description says too little.
 * @param folder of the pictures' files
 */
export function checkPictures(sources: readonly Source[], folder: string): Finding[] {
  const list = sources.find(({ folder, id }) => folder === '' && id === 'pictures')
  if (!list) return []
  const files = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => name.replace(/\.\w+$/, ''))
  const named = namesIn(list)
  const names = named.map(({ name }) => name)
  const calls = sources.flatMap(textSpansOf).filter(({ key }) => key === 'image')
  const at = (line: number, what: string, mend: string, breaks = false) => ({
    file: list.file,
    line,
    what,
    mend,
    breaks,
  })
  return [
    ...calls
      .filter(({ text }) => !names.includes(text.trim()))
      .map(({ source, offset, text }) => ({
        file: source.file,
        line: source.lineOf(offset),
        what: `l’image « ${text.trim()} » n’est pas dans pictures.yaml.`,
        mend: `Le nom le plus proche est « ${nearest(text.trim(), names)} ».`,
        breaks: true,
      })),
    ...named
      .filter(({ name }) => !files.includes(name))
      .map(({ name, line }) =>
        at(line, `l’image « ${name} » n’a pas de fichier.`, `Déposez ${folder}/${name}.webp.`, true),
      ),
    ...files
      .filter((name) => !names.includes(name))
      .map((name) =>
        at(1, `le fichier ${folder}/${name} n’a pas de description.`, `Ajoutez « ${name} » et son « alt ».`),
      ),
    ...named
      .filter(({ name }) => !SHOWN_BY_CODE.includes(name) && !calls.some(({ text }) => text.trim() === name))
      .map(({ name, line }) =>
        at(
          line,
          `aucune page ne montre l’image « ${name} ».`,
          'Appelez-la par « image: » ou retirez-la avec son fichier.',
        ),
      ),
    ...sources.flatMap(imagesInText),
    ...textSpansOf(list)
      .filter(({ key, text }) => key === 'alt' && /^(image|photo|illustration|vue)\b.{0,12} (d[eu’']|des)/i.test(text))
      .map(({ offset }) =>
        at(
          list.lineOf(offset),
          'la description annonce une image.',
          'Dites tout de suite ce que l’on voit : un lecteur d’écran annonce déjà l’image.',
        ),
      ),
  ]
}

function namesIn(list: Source): { name: string; line: number }[] {
  const { contents } = list.document
  if (!isMap(contents)) return []
  return contents.items.flatMap(({ key }) =>
    isScalar(key) ? [{ name: String(key.value), line: list.lineOf(key.range?.[0] ?? 0) }] : [],
  )
}

/** Pictures inside a text, which need their description there. */
function imagesInText(source: Source): Finding[] {
  return [...source.text.matchAll(/!\[\s*\]\(|<img(?![^>]*\salt="[^"])[^>]*>/g)].map(({ index }) => ({
    file: source.file,
    line: source.lineOf(index),
    what: 'une image du texte n’a pas de description.',
    mend: 'Écrivez entre les crochets ce que l’on voit : ![Tapis crème plié](/chemin.webp).',
    breaks: false,
  }))
}
