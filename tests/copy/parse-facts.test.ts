import { expect, it } from 'vitest'
import { parseFacts } from '../../src/copy/facts/parse-facts.ts'

it('parseFacts keeps values as written, quoted or not; an empty one is unknown', () => {
  const written = ['0145678901', '012345678', '+33970123456', '10.50', '1e3', '0x1F', 'true', '2027-03-31', '100 %']
  for (const value of written) {
    expect(parseFacts(`telephone: ${value}`, 'company.yaml')).toEqual({ telephone: value })
    expect(parseFacts(`telephone: "${value}"  # au bureau`, 'company.yaml')).toEqual({ telephone: value })
  }
  for (const value of ['', ' ""', ' ~', ' null', ' " "'])
    expect(parseFacts(`siren:${value}\n`, 'company.yaml')).toEqual({ siren: '' })
})
