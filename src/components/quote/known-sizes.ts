import { getCollection } from 'astro:content'
import { linesOf } from '../../content.record.ts'
import { plain } from '../../copy/markdown/markdown.ts'

/** The sizes and cuts that the house has given in the records of pieces and models; none until it has. */
export async function knownSizes(): Promise<{ label: string; value: string }[]> {
  const entries = [...(await getCollection('products')), ...(await getCollection('models'))]
  return entries
    .sort((a, b) => a.data.order - b.data.order)
    .flatMap(({ data }) =>
      linesOf(data.record, ['sizes', 'cut']).map(({ label, value }) => ({
        label: `${plain(data.name)}, ${label.toLowerCase()}`,
        value,
      })),
    )
}
