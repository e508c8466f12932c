import type { Exhibition } from '../model/schemas.ts'
import { accountsOf, missingIn } from './facts/identity.ts'

/** A node of schema.org; an unknown value is undefined, and JSON omits it. */
export type Thing = { '@type': string } & Record<string, unknown>

/** Product facts for search engines: no price, no offer, no rating. */
export interface ProductFacts {
  id: string
  name: string
  description: string
  /** Address of a picture. */
  image: string
  /** As written in facts.yaml, «310 g»; '' if unknown. */
  weight: string
  color?: string | undefined
  /** Material of the whole product, because its lining alone would mislead (code de la consommation, L. 121-2). */
  material?: string | undefined
  /** Id of the product of which this is a model. */
  variantOf?: string | undefined
  /** True for a product that is made in several models. */
  hasModels?: boolean | undefined
}

/** Returns the company, without the facts that company.yaml leaves empty. */
export function organization(site: string, company: Readonly<Record<string, string>>): Thing {
  const missing = missingIn(company)
  const accounts = accountsOf(company)
  const known = (name: string) => (missing.includes(name) ? undefined : company[name] || undefined)
  return {
    '@type': 'Organization',
    '@id': new URL('/#maison', site).href,
    name: company.nom,
    legalName: known('raison_sociale'),
    url: new URL('/', site).href,
    logo: new URL('/icon-512.png', site).href,
    email: known('email'),
    telephone: known('telephone'),
    address: known('adresse') ?? known('ville'),
    vatID: known('tva_intracommunautaire'),
    sameAs: accounts.length > 0 ? accounts.map(({ href }) => href) : undefined,
  }
}

export function webSite(site: string, name: string): Thing {
  return {
    '@type': 'WebSite',
    '@id': new URL('/#site', site).href,
    name,
    url: new URL('/', site).href,
    inLanguage: 'fr',
    publisher: { '@id': new URL('/#maison', site).href },
  }
}

/** @param path of the page that shows the piece */
export function product(site: string, path: string, brand: string, facts: ProductFacts): Thing {
  const [, grams] = /^(\d+)\sg$/u.exec(facts.weight) ?? []
  return {
    '@type': facts.hasModels ? 'ProductGroup' : 'Product',
    '@id': new URL(`${path}#${facts.id}`, site).href,
    name: facts.name,
    description: facts.description,
    image: [new URL(facts.image, site).href],
    brand: { '@type': 'Brand', name: brand },
    manufacturer: { '@id': new URL('/#maison', site).href },
    color: facts.color || undefined,
    material: facts.material || undefined,
    productGroupID: facts.hasModels ? facts.id : undefined,
    isVariantOf: facts.variantOf ? { '@id': new URL(`${path}#${facts.variantOf}`, site).href } : undefined,
    weight: grams ? { '@type': 'QuantitativeValue', value: Number(grams), unitCode: 'GRM' } : undefined,
  }
}

/** @param questions with their answers as HTML */
export function faqPage(site: string, questions: readonly { question: string; answer: string }[]): Thing {
  return {
    '@type': 'FAQPage',
    '@id': new URL('/faq', site).href,
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: {
        '@type': 'Answer',
        text: answer.replaceAll('href="/', `href="${new URL('/', site).href}`).trim(),
      },
    })),
  }
}

/** Returns the breadcrumbs from the home page to a page. */
export function breadcrumbs(site: string, path: string, name: string): Thing {
  const steps = [
    { name: 'Accueil', path: '/' },
    { name, path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: new URL(step.path, site).href,
    })),
  }
}

/** Returns a show or a competition; its days are midnight UTC, the last one included. */
export function exhibition({ title, start, end, place, discipline, website }: Exhibition): Thing {
  return {
    '@type': 'Event',
    name: title,
    description: discipline,
    startDate: start.toISOString().slice(0, 10),
    endDate: end.toISOString().slice(0, 10),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: place, address: place },
    url: website,
  }
}

/** Returns JSON-LD for a script element; «<» is escaped so that no text can close the element. */
export function dataBlock(things: readonly Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')
}
