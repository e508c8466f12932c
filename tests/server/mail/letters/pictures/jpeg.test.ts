import sharp from 'sharp'
import { expect, it } from 'vitest'
import { preparePhoto } from '../../../../../src/server/mail/letters/pictures/jpeg.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b58a5a' } }).withExif({
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' },
  })

it('preparePhoto replaces a transparent background by the cream of the letter', async () => {
  const create = { width: 600, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  const { data } = await sharp(await preparePhoto(await sharp({ create }).png().toBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const [channel, value] of [0xfb, 0xf7, 0xef].entries())
    expect(Math.abs((data[channel] ?? 0) - value), `channel ${channel} of the background`).toBeLessThan(4)
})

it('preparePhoto turns a photo of a telephone, of 12 million pixels, upright, resizes it and removes its location', async () => {
  const taken = await photo(4000, 3000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await sharp(taken).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() })
  const { width, height, format, orientation, exif } = await sharp(await preparePhoto(taken)).metadata()
  expect({ width, height, format, orientation, exif }).toEqual({ width: 1072, height: 1429, format: 'jpeg' })
})
