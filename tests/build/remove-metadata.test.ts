import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { removeMetadata } from '../../src/build/remove-metadata.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'

scratchFolder()

it('removeMetadata removes EXIF and XMP from photographs and does not change other pictures', async () => {
  const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: '#efe6d2' } })
  const placed = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } }
  const names = ['IMG_0001.JPG', 'photo.jpeg', 'photo.png', 'photo.webp', 'photo.avif']
  for (const name of names)
    await photo.clone().withExif(placed).withMetadata({ orientation: 6 }).toFile(join(folder, name))
  // As an image editor writes it.
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51N"/></rdf:RDF></x:xmpmeta>'
  await photo.clone().withXmp(xmp).toFile(join(folder, 'retouched.jpg'))
  await photo.clone().toFile(join(folder, 'plain.jpg'))
  const plain = readFileSync(join(folder, 'plain.jpg'))

  await removeMetadata(folder)
  for (const name of names) {
    const { exif, width, height } = await sharp(join(folder, name)).metadata()
    expect({ name, exif, width, height }).toEqual({ name, exif: undefined, width: 200, height: 300 })
  }
  expect((await sharp(join(folder, 'retouched.jpg')).metadata()).xmp, 'XMP with GPS data').toBeUndefined()
  expect(readFileSync(join(folder, 'plain.jpg')).equals(plain), 'a picture without metadata is unchanged').toBe(true)
})
