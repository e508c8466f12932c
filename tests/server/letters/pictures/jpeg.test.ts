import sharp from 'sharp'
import { expect, it } from 'vitest'
import { preparePhoto } from '../../../../src/server/letters/pictures/jpeg.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b58a5a' } }).withExif({
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' },
  })

it('turns a photograph of a phone upright, cuts it to size and removes the place', async () => {
  const taken = await photo(3000, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await sharp(taken).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() })
  const { width, height, format, orientation, exif } = await sharp(await preparePhoto(taken)).metadata()
  expect({ width, height, format, orientation, exif }).toEqual({ width: 1072, height: 1608, format: 'jpeg' })
})
