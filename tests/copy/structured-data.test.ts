import { expect, it } from 'vitest'
import { dataBlock, exhibition, faqPage, organization, product, webSite } from '../../src/copy/structured-data.ts'
import { wrongIn } from '../pages/schema-org.ts'

// What the built pages show today is held there (tests/pages/structured-data.test.ts).
const SITE = 'https://www.maison-hera.fr'
const COMPANY = { nom: 'Hera', raison_sociale: '', email: 'contact@hera.example', ville: 'Paris, France', adresse: '' }

it('an event is valid', () => {
  const [start, end] = [new Date('2027-05-01'), new Date('2027-05-03')]
  expect(wrongIn(exhibition({ title: 'Salon', start, end, place: 'Eurexpo, Lyon', discipline: 'CSO' }))).toEqual([])
})

it('of the company contain what is known, and accounts with an address', () => {
  const unknown = organization(SITE, COMPANY)
  expect([unknown.email, unknown.legalName, unknown.sameAs]).toEqual([undefined, undefined, undefined])
  expect(unknown.address).toBe('Paris, France')
  const facts = { raison_sociale: 'Tapis SARL', email: 'a@maison-hera.fr', adresse: '1 rue du Port, 75001 Paris' }
  const known = organization(SITE, {
    ...COMPANY,
    ...facts,
    instagram: 'https://www.instagram.com/hera',
    tiktok: 'hera',
  })
  expect(known).toMatchObject({ legalName: facts.raison_sociale, email: facts.email, address: facts.adresse })
  expect(known.sameAs).toEqual(['https://www.instagram.com/hera'])
  expect(wrongIn(known)).toEqual([])
})

it('of a product contain the weight in grams, or no weight if it is unknown', () => {
  const piece = { id: 'tapis', name: 'Le tapis', description: 'Crème.', image: '/_astro/pad.jpg' }
  const weightOf = (weight: string) => product(SITE, '/quilting', 'Hera', { ...piece, weight }).weight
  expect(weightOf('310\u00A0g')).toMatchObject({ value: 310, unitCode: 'GRM' })
  expect(weightOf('')).toBeUndefined()
})

it('make links in answers absolute, and cannot end the script element', () => {
  const page = JSON.stringify(faqPage(SITE, [{ question: 'Où ?', answer: '<p><a href="/shipping">Ici</a>.</p>' }]))
  expect(page).toContain(`=\\"${SITE}/shipping\\"`)
  const block = dataBlock([webSite(SITE, '</script><script>alert(1)</script>')])
  expect(block).not.toContain('<')
  expect(JSON.parse(block)['@graph'][0].name).toContain('</script>')
})
