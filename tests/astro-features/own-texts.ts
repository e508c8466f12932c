import { expect, it } from 'vitest'
import type { Change } from '../support/scratch-copy.ts'

/** Facts and texts that the owner may change one day. */
export const FACTS: readonly Change[] = [
  [
    'src/content/legal/shipping.md',
    '## Fabrication {#fabrication}\n',
    '![Un tapis plié](elegance)\n\n## Fabrication {#fabrication}\n',
  ],
  ['src/content/facts.yaml', 'etat_serie: en fabrication', 'etat_serie: disponible'],
  ['src/content/facts.yaml', '# tapis_termines: "12"', 'tapis_termines: "12"'],
  ['src/content/facts.yaml', '# tapis_reserves: "6"', 'tapis_reserves: "6"\nprix_essai: 180 €'],
  ['src/content/pictures.yaml', '  synthese: true\n', ''],
  ['src/content/company.yaml', 'avis_harmonise: ""', 'avis_harmonise: /favicon.svg'],
  ['src/content/company.yaml', 'instagram: ""', 'instagram: https://www.instagram.com/exemple'],
]

/** Tests the pages of a production build with these facts, events, saddleries and testimonials. */
export function testOwnTexts(text: (path: string) => Promise<string>): void {
  it('the home page offers a quote instead of the waiting list once the series is ready', async () => {
    const html = await text('/')
    expect(html).toMatch(/La\s(?:<[^>]*>)?série est prête/)
    expect(html).not.toContain('action="/formulaires/waitlist"')
    expect(html).not.toContain('en cours de fabrication')
    expect(html).not.toContain('href="#liste-attente"')
    expect(html.match(/href="\/devis[^"]*"/g)?.length).toBeGreaterThan(2)
    for (const page of ['/partenariat', '/hera-club']) expect(await text(page)).not.toMatch(/["#]production"/)
    const sheets = await text('/quilting')
    expect(sheets).not.toContain('#liste-attente')
    expect(sheets, 'a price').toMatch(/180\s€/)
  })

  it('the home page shows exhibitions, testimonials and the Instagram account', async () => {
    const html = (await text('/')).replace(/\s+/g, ' ')
    const [coming = ''] = html.slice(html.indexOf('data-coming')).split('data-empty')
    const words = (html: string) => html.replace(/<[^>]+>| /g, '')
    expect(words(coming)).toMatch(/janvier2020.*31janv\.–30avr\.Salonencours.*mai2099.*1ermaiDerbyd’unjour/)
    expect(coming, 'an exhibition under way is missing').toMatch(
      /data-end="2099-04-30".*datetime="2020-01-31".*datetime="2099-04-30".*href="https:\/\/www\.salon\.example"/,
    )
    expect(coming, 'raised end of an ordinal').toContain('1<sup>er</sup> mai')
    expect(coming).not.toContain('Salon passé')
    expect(words(html)).toMatch(/Notede4sur5Iltient.*Dressage.*1ermai2026.*12avril2026/)
    // The page states how real testimonials are chosen, and that the examples beside them are not real.
    expect(words(html)).toMatch(/Témoignageschoisisetrangéspardiscipline/)
    expect(words(html)).toContain('Cesexemples')
    expect(html).toMatch(/href="https:\/\/www\.instagram\.com\/exemple">\s*Instagram/)
    const calendar = await text('/calendrier.ics')
    expect(calendar.match(/^SUMMARY.*/gm)?.toSorted()).toEqual(
      ['Derby d’un jour', 'Salon en cours', 'Salon passé'].map((title) => `SUMMARY:${title}`),
    )
    expect(await text('/quilting'), 'image of the guarantee notice').toContain('<img src="/favicon.svg" alt="')
    // One picture is no longer marked as rendered.
    expect(await text('/terms')).toMatch(/Sont des images de synthèse,(?!.*<li>Tapis de selle crème en).*<li>/s)
  })

  it('the drawing of the series shows each piece once as finished, reserved or under way', async () => {
    const html = await text('/atelier/essai')
    const [, drawing = '', list = ''] =
      /class="series"[\s\S]*?<svg([\s\S]*?)<\/svg>([\s\S]*?)<\/figure>/.exec(html) ?? []
    const counted = ['finished', 'reserved', 'underway'].map((state) => {
      const [, path = ''] = new RegExp(`class="${state}[^>]* d="([^"]*)"`).exec(drawing) ?? []
      return path.match(/M/gi)?.length
    })
    expect(counted).toEqual([12, 6, 82])
    expect(list.replace(/<[^>]+>|\s/g, '')).toBe('Terminés12Réservés6Encours82')
  })

  it('a picture in Markdown gets the alt text of the Markdown', async () => {
    expect(await text('/shipping')).toMatch(/<picture(?:(?!<\/picture>)[\s\S])*alt="Un tapis plié"/)
  })

  it('the example page of the copywriters’ guide is shown, with a link in the footer', async () => {
    const html = await text('/entretien')
    expect(html.replace(/<[^>]+>|\s/g, '')).toMatch(/Quelquesgestes.*1Aérer.*2Brosser.*Écrireàlamaison/)
    expect(html).toMatch(/<footer[\s\S]*href="\/entretien"/)
  })

  it('saddleries are listed by region, department and name', async () => {
    const html = await text('/sellerie-royale')
    const places = [
      ...['Auvergne-Rhône-Alpes', 'Écurie du Lac'],
      ...['Bretagne', 'Finistère', 'Atelier du Cap', 'Morbihan', 'Bourrelier du Bois', 'Sellerie du Port'],
    ].map((words) => html.search(new RegExp(`>\\s*${words}`)))
    expect(places).not.toContain(-1)
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
    for (const page of [html, await text('/partenariat')]) {
      expect(page.includes('Bientôt disponible'), 'title of an unpublished list').toBe(false)
      expect(page).toMatch(/Du mardi au samedi[\s\S]*href="https:\/\/www\.port\.example"[^>]*>\s*port\.example/)
    }
  })
}
