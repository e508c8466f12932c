import { expect, it } from 'vitest'
import { builtPath, publicPath } from '../../src/forms/presets.ts'

it.each([
  ['/devis?piece=tapis&model=elegance', '/devis/tapis-elegance'],
  ['/devis?model=grand_sport&piece=tapis', '/devis/tapis-grand_sport'],
  ['/devis?piece=selle&model=elegance', '/devis/elegance'],
  ['/devis?piece=constructor', '/devis'],
  ['/contact?page=2&subject=retour', '/contact/retour'],
  ['/contact', '/contact'],
  ['/contact?subject=inconnu', '/contact'],
  ['/terms?subject=commande', '/terms'],
  ['/contact?piece=tapis', '/contact'],
])('builtPath maps %s to the built page %s', (address, path) => {
  expect(builtPath(new URL(address, 'http://localhost'))).toBe(path)
  expect(publicPath(path)).toBe(address.split('?')[0])
})
