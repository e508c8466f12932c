/** Rules of schema.org and of large search engines for a type used by the site. */
interface Rules {
  /** Properties required for a search result (documentation of Google Search, 2026). */
  required: string[]
  /** Other properties of the type in schema.org that the site may use. */
  also: string[]
}

const OF_A_PRODUCT = ['@id', 'weight', 'color', 'material', 'manufacturer']

const RULES: Record<string, Rules> = {
  Organization: {
    required: ['name', 'url', 'logo'],
    also: ['@id', 'legalName', 'email', 'telephone', 'address', 'vatID', 'sameAs'],
  },
  WebSite: { required: ['name', 'url'], also: ['@id', 'inLanguage', 'publisher'] },
  Product: {
    required: ['name', 'image', 'description', 'brand'],
    also: [...OF_A_PRODUCT, 'isVariantOf'],
  },
  ProductGroup: {
    required: ['name', 'image', 'description', 'brand', 'productGroupID'],
    also: OF_A_PRODUCT,
  },
  Brand: { required: ['name'], also: [] },
  QuantitativeValue: { required: ['value', 'unitCode'], also: [] },
  FAQPage: { required: ['mainEntity'], also: ['@id'] },
  Question: { required: ['name', 'acceptedAnswer'], also: [] },
  Answer: { required: ['text'], also: [] },
  BreadcrumbList: { required: ['itemListElement'], also: [] },
  ListItem: { required: ['position', 'name', 'item'], also: [] },
  Event: {
    required: ['name', 'startDate', 'location'],
    also: ['endDate', 'description', 'eventAttendanceMode', 'url'],
  },
  Place: { required: ['name', 'address'], also: [] },
}
const ADDRESSES = ['@id', 'url', 'logo', 'image', 'item', 'eventAttendanceMode']
/** Never used: the site sells by quote and publishes no invented reviews. */
const NEVER = ['offers', 'price', 'aggregateRating', 'review', 'founder', 'foundingDate']

/** Returns the faults of a node and its nested nodes, one sentence each. */
export function wrongIn(node: unknown, at = '@graph'): string[] {
  if (Array.isArray(node)) return node.flatMap((each, index) => wrongIn(each, `${at}[${index}]`))
  if (typeof node === 'string') return /à compléter|to-fill|\{\{|\.example\b/.test(node) ? [`${at}: ${node}`] : []
  if (typeof node !== 'object' || node === null) return []
  const { '@type': type, ...rest } = node as Record<string, unknown>
  const keys = Object.keys(rest).filter((key) => rest[key] !== undefined)
  if (type === undefined && keys.join() === '@id') return []
  const rules = RULES[String(type)]
  if (!rules) return [`${at}: unknown type ${String(type)}`]
  return [
    ...rules.required.filter((key) => !rest[key]).map((key) => `${at}: ${type} lacks ${key}`),
    ...keys
      .filter((key) => !rules.required.includes(key) && !rules.also.includes(key))
      .map((key) => `${at}: ${type} has no ${key}`),
    ...keys.filter((key) => NEVER.includes(key)).map((key) => `${at}: ${key} is never claimed`),
    ...keys
      .filter((key) => ADDRESSES.includes(key))
      .flatMap((key) => [rest[key]].flat().filter((value) => !/^https?:\/\/[^/]+\//.test(String(value))))
      .map((value) => `${at}: ${String(value)} is no whole address`),
    ...keys.flatMap((key) => wrongIn(rest[key], `${at}.${key}`)),
  ]
}
