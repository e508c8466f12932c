import { describe, expect, it } from 'vitest'
import { dataBlock, exhibition, faqPage, organization, product, webSite } from '../../src/copy/structured-data.ts'
import { wrongIn } from '../pages/schema-org.ts'

const SITE = 'https://www.maison-hera.fr'
const COMPANY = { nom: 'Hera', raison_sociale: '', email: 'contact@hera.example', ville: 'Paris, France', adresse: '' }
const PIECE = {
  id: 'tapis',
  name: 'Le tapis',
  description: 'Crème.',
  image: '/_astro/pad.jpg',
  weight: '310\u00A0g',
}
const EVENT = {
  title: 'Salon du cheval',
  start: new Date('2027-05-01'),
  end: new Date('2027-05-03'),
  place: 'Eurexpo, Lyon',
  discipline: 'Dressage',
}

describe('structured data', () => {
  // Those of all other types are held on the pages (tests/pages/structured-data.test.ts).
  it('an event is valid', () => {
    expect(wrongIn(exhibition(EVENT))).toEqual([])
  })

  it('contains only known company data', () => {
    expect(organization(SITE, COMPANY).email).toBeUndefined()
    expect(organization(SITE, COMPANY).legalName).toBeUndefined()
    expect(organization(SITE, COMPANY).address).toBe('Paris, France')
    const known = { raison_sociale: 'Tapis SARL', email: 'a@maison-hera.fr', telephone: '01 23 45 67 89' }
    const found = { adresse: '1 rue du Port, 75001 Paris', tva_intracommunautaire: 'FR44 732 829 320' }
    expect(organization(SITE, { ...COMPANY, ...known, ...found })).toEqual({
      '@type': 'Organization',
      '@id': `${SITE}/#maison`,
      name: 'Hera',
      legalName: known.raison_sociale,
      url: `${SITE}/`,
      logo: `${SITE}/icon-512.png`,
      email: known.email,
      telephone: known.telephone,
      address: found.adresse,
      vatID: found.tva_intracommunautaire,
    })
  })

  it('contains only social accounts with a URL', () => {
    expect(organization(SITE, { ...COMPANY, instagram: '' }).sameAs).toBeUndefined()
    const known = organization(SITE, { ...COMPANY, instagram: 'https://www.instagram.com/hera', tiktok: 'hera' })
    expect(known.sameAs).toEqual(['https://www.instagram.com/hera'])
    expect(wrongIn(known)).toEqual([])
  })

  it('contains the weight in grams, or no weight if unknown', () => {
    expect(product(SITE, '/quilting', 'Hera', PIECE).weight).toMatchObject({ value: 310, unitCode: 'GRM' })
    expect(product(SITE, '/quilting', 'Hera', { ...PIECE, weight: '' }).weight).toBeUndefined()
  })

  it('links a model to its piece and manufacturer', () => {
    const [piece, model] = [
      product(SITE, '/quilting', 'Hera', { ...PIECE, hasModels: true }),
      product(SITE, '/quilting', 'Hera', {
        ...PIECE,
        id: 'elegance',
        variantOf: 'tapis',
        color: 'crème',
        material: '',
      }),
    ]
    expect(piece['@type']).toBe('ProductGroup')
    expect(wrongIn(piece)).toEqual([])
    expect(wrongIn(model)).toEqual([])
    expect(model.isVariantOf).toEqual({ '@id': `${SITE}/quilting#tapis` })
    expect(model.manufacturer).toEqual({ '@id': organization(SITE, COMPANY)['@id'] })
    expect(model.color).toBe('crème')
    expect(model.material).toBeUndefined()
  })

  it('makes links in FAQ answers absolute', () => {
    const answer = '<p><a href="/shipping">Ici</a> et <a href="/faq">là</a>.</p>'
    const page = JSON.stringify(faqPage(SITE, [{ question: 'Où ?', answer }]))
    for (const path of ['/shipping', '/faq']) expect(page).toContain(`=\\"${SITE}${path}\\"`)
  })

  it('cannot end the script element', () => {
    const block = dataBlock([webSite(SITE, '</script><script>alert(1)</script>')])
    expect(block).not.toContain('<')
    expect(JSON.parse(block)['@graph'][0].name).toContain('</script>')
  })
})
