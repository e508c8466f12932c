import { expect, it } from 'vitest'
import { developmentLocals } from '../../src/build/development.ts'

it('developmentLocals answers a request whose browser has closed the connection, as by a reload', () => {
  const closed = {
    request: new Request('http://localhost:4321/bureau'),
    get clientAddress(): string {
      throw Object.assign(new Error('not available'), { name: 'ClientAddressNotAvailable' })
    },
  }
  expect(developmentLocals(closed)).toBeInstanceOf(Response)
})
