import { cpSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { checkContent } from '../../src/check/check-content.ts'
import { readSources } from '../../src/check/reading/sources.ts'
import { checkPictureFiles } from '../../src/check/rules/check-picture-files.ts'
import { fixTexts } from '../../src/check/tools/fix-texts.ts'
import { splitAtPictures } from '../../src/copy/markdown/text-pictures.ts'
import { contentFolder } from './content-folder.ts'

const content = contentFolder()

const picture = (name: string) => join(content.pictures, name)
const check = () => checkContent(content.folder, content.pictures)
/** Runs only the rule of picture files, which takes a tenth of the time. */
const checkFiles = () => checkPictureFiles(readSources(content.folder), content.pictures)
const plain = (width: number, height = 1000) => sharp({ create: { width, height, channels: 3, background: '#efe6d2' } })

describe('a picture file', () => {
  it.each<[string, () => unknown, RegExp, string, boolean]>([
    ['is cut off', () => truncateSync(picture('macro.webp'), 1000), /coupée ou abîmée/, 'macro.webp', true],
    [
      'ends in the middle, as after an interrupted copy',
      async () => {
        rmSync(picture('macro.webp'))
        const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
        const whole = sharp({ create: { width: 1200, height: 1000, channels: 3, background: '#fff', noise } }).jpeg()
        const { size } = await whole.toFile(picture('macro.jpg'))
        truncateSync(picture('macro.jpg'), Math.floor(size / 2))
      },
      /coupée ou abîmée/,
      'macro.jpg',
      true,
    ],
    ['is empty', () => writeFileSync(picture('macro.webp'), ''), /est vide/, 'macro.webp', true],
    ['is a web page', () => writeFileSync(picture('macro.webp'), '<html>'), /n’est pas une image/, 'macro.webp', true],
    [
      'has an extension that does not match its format',
      () => plain(1200).jpeg().toFile(picture('macro.webp')),
      /finit par \.webp et contient une image JPEG/,
      'macro.webp',
      false,
    ],
    [
      'has a format that the site does not accept',
      async () => {
        rmSync(picture('macro.webp'))
        await plain(1200).gif().toFile(picture('macro.gif'))
      },
      /ne prend pas d’image GIF/,
      'macro.gif',
      true,
    ],
    ['is too small', () => plain(640).webp().toFile(picture('macro.webp')), /640 pixels/, 'macro.webp', false],
    [
      'has its extension in capitals',
      () => renameSync(picture('macro.webp'), picture('macro.WEBP')),
      /capitales/,
      'macro.WEBP',
      false,
    ],
    ['has a duplicate', () => plain(1200).jpeg().toFile(picture('macro.jpg')), /même nom/, 'macro.webp', false],
  ])('%s', async (_, damage, says, file, breaks) => {
    await damage()
    const found = (await checkFiles()).filter((finding) => finding.file === picture(file))
    expect(found).toMatchObject([{ what: expect.stringMatching(says), breaks }])
    expect(found[0]?.mend).toMatch(/\.$/)
  })

  it('may be a rotated photograph of a phone with its location, which the build removes', async () => {
    rmSync(picture('macro.webp'))
    // Rotated by EXIF: stored 900 pixels wide and 1350 high, shown 1350 wide.
    await plain(900, 1350)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(picture('macro.jpg'))
    expect(await check()).toEqual([])
  })

  it.each(['IMG_1234.HEIC', 'plan.svg'])(
    'is not to be renamed or described if it must be replaced: %s',
    async (name) => {
      writeFileSync(
        picture(name),
        name.endsWith('HEIC') ? '\0\0\0\x18ftypheic' : '<svg xmlns="http://www.w3.org/2000/svg"/>',
      )
      expect(await check()).toMatchObject([
        { file: picture(name), what: expect.stringMatching(/ne prend pas/), breaks: true },
      ])
    },
  )

  it('must be renamed, and is described under the name that --fix gives it', async () => {
    await plain(1200).jpeg().toFile(picture('Tapis plié.jpg'))
    expect(await check()).toMatchObject([{ mend: 'Renommez-le en tapis-plie.jpg.' }])
    const model = content.read('models/elegance.yaml').replace(/^image: .*$/m, 'image: Tapis plié')
    content.write('models/elegance.yaml', model)
    const [described] = (await check()).filter(({ what }) => /n’a pas de description/.test(what))
    expect(described?.mend).toContain('les deux lignes : tapis-plie: puis')
  })

  it.each([
    ['nowhere', '', false],
    ['in a text', '![Tapis plié](neuf)', true],
    ['in a section', 'image', true],
  ])('without a description stops the build if it is shown: %s', async (_, text, breaks) => {
    await plain(1200).jpeg().toFile(picture('neuf.jpg'))
    if (text === 'image')
      content.write('models/elegance.yaml', content.read('models/elegance.yaml').replace(/^image: .*$/m, 'image: neuf'))
    else content.write('faq/retour.md', `${content.read('faq/retour.md')}\n${text}\n`)
    const found = (await check()).filter(({ what }) => /n’a pas de description/.test(what))
    expect(found.map((finding) => finding.breaks)).toEqual([breaks])
  })

  it('never gets the name of another picture as a suggestion', async () => {
    await plain(1200).webp().toFile(picture('macro.jpg'))
    const mends = (await checkFiles()).filter(({ file }) => file === picture('macro.jpg')).map(({ mend }) => mend)
    expect(mends).toEqual([
      '« macro.webp » existe déjà : gardez une seule des deux, ou donnez à celle-ci un autre nom.',
    ])
  })

  it('is renamed by --fix to a valid name with the extension of its format, never to an existing name', async () => {
    const fix = async () => fixTexts(await checkFiles())
    const names = () => readdirSync(content.pictures)
    await plain(1200).jpeg().toFile(picture('Tapis plié n° 2.JPG'))
    await plain(1200).jpeg().toFile(picture('barriere.png'))
    await plain(1200).webp().toFile(picture('MACRO.webp'))
    writeFileSync(picture('Thumbs.db'), 'Windows')
    expect((await fix()).map(({ before, after }) => [before, after])).toEqual([
      ['Tapis plié n° 2.JPG', 'tapis-plie-n-2.jpg'],
      ['barriere.png', 'barriere.jpg'],
    ])
    expect(names()).toEqual(expect.arrayContaining(['tapis-plie-n-2.jpg', 'barriere.jpg', 'MACRO.webp', 'macro.webp']))
    expect((await checkFiles()).map(({ file }) => file)).not.toContain(picture('Thumbs.db'))
  })

  it('is checked again after it changed', async () => {
    writeFileSync(picture('macro.webp'), '')
    expect(await checkFiles()).toMatchObject([{ what: expect.stringMatching(/est vide/) }])
    cpSync('tests/fixtures/wide.webp', picture('macro.webp'))
    expect(await checkFiles()).toEqual([])
  })

  it('is checked again after it became the first picture of the home page, which must be wider', async () => {
    await plain(1200).webp().toFile(picture('macro.webp'))
    expect(await checkFiles()).toEqual([])
    content.write('pages/home.yaml', content.read('pages/home.yaml').replace(/^( {4}image: ).*/m, '$1macro'))
    expect(await checkFiles()).toMatchObject([{ what: expect.stringMatching(/1.?200 pixels/) }])
  })
})

it('with a misspelt name is not also reported as one that no page shows', async () => {
  const product = content.read('products/tapis.yaml').replace(/^image: .*$/m, 'image: padd')
  content.write('products/tapis.yaml', product)
  expect(await check()).toMatchObject([{ what: expect.stringMatching(/« padd »/) }])
})

describe('a picture in a text', () => {
  const FILE = 'legal/shipping.md'
  const findingsFor = async (text: string) => {
    content.write(FILE, `${content.read(FILE)}\n${text}\n`)
    return (await check()).filter(({ file }) => file.endsWith(FILE))
  }

  it.each([
    ['![Tapis plié](elegence)', /« elegence » n’est pas dans pictures\.yaml/, true],
    ['![Colis](https://exemple.fr/colis.jpg)', /sur un autre site.*politique/, true],
    ['![Colis](/partage.jpg)', /servie telle quelle/, false],
    ['![IMG_2041](elegance)', /description est le nom du fichier/, false],
  ])('%s', async (text, says, breaks) => {
    expect(await findingsFor(text)).toMatchObject([{ what: expect.stringMatching(says), breaks }])
  })

  it('is found by name or path and described in the text or in pictures.yaml', async () => {
    expect(await findingsFor('![](elegance)\n\n![Tapis plié](../../assets/pictures/elegance.webp)')).toEqual([])
  })

  it('is rejected in the text of a section', async () => {
    const page = content.read('pages/quilting.yaml').replace(/(?<=text: \|\n {6})/, '![](elegance) ')
    content.write('pages/quilting.yaml', page)
    expect(await check()).toMatchObject([
      { what: expect.stringMatching(/ne se place pas/), mend: expect.stringMatching(/image:/) },
    ])
  })

  it('is cut out of the HTML so that a component renders it', () => {
    expect(
      splitAtPictures('<p>a <img src="../../x/elegance.webp" alt="L&#x27;un &amp; l&quot;autre" /> b</p>'),
    ).toEqual(['<p>a ', { name: 'elegance', alt: 'L\'un & l"autre' }, ' b</p>'])
  })

  it('stays in the HTML if it is a file of public/', () => {
    const html = '<p><img src="/avis-garantie.svg" alt="Avis" /></p>'
    expect(splitAtPictures(html)).toEqual([html])
  })
})

it('reports each description that is a file name or announces an image', async () => {
  const WRONG: Record<string, [alt: string, what: RegExp]> = {
    'grand-sport': ['Grand Sport', /nom du fichier/],
    macro: ['Image d’un tapis', /annonce une image/],
    hero: ['Photo du tapis', /annonce une image/],
    elegance: ['Illustration des coutures', /annonce une image/],
    share: ['Vue de dos de la selle', /annonce une image/],
  }
  let texts = content.read('pictures.yaml')
  for (const [name, [alt]] of Object.entries(WRONG))
    texts = texts.replace(new RegExp(`(?<=^${name}:\\n) {2}alt: .*$`, 'm'), `  alt: "${alt}"`)
  content.write('pictures.yaml', texts)
  const found = await check()
  expect(found, 'one finding per description').toHaveLength(Object.keys(WRONG).length)
  for (const [alt, what] of Object.values(WRONG)) {
    const line = texts.split('\n').indexOf(`  alt: "${alt}"`) + 1
    expect(found.find((finding) => finding.line === line)?.what, alt).toMatch(what)
  }
})
