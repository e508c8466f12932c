import { quote } from '../../forms/quote.ts'

/**
 * The address of the quote's page with what was looked at already chosen; a piece or a model that the form does not know
 * is left for the visitor to choose.
 * @param piece id of an entry of products
 * @param model id of an entry of models
 */
export function quoteLink(piece: string, model?: string): string {
  const wanted = { piece, model: model?.replaceAll('-', '_') }
  const known = Object.entries(wanted).flatMap(([field, value]) =>
    value !== undefined && Object.hasOwn(quote.fields[field]?.options ?? {}, value) ? [[field, value]] : [],
  )
  return `${quote.page}${known.length > 0 ? `?${new URLSearchParams(known)}` : ''}`
}
