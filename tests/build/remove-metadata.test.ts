import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { removeMetadata } from '../../src/build/remove-metadata.ts'

const PLACED = ['_astro/photo.jpg', 'IMG_0001.JPG', 'photo.jpeg', 'photo.png', 'photo.webp', 'photo.avif']

it('removeMetadata removes EXIF and XMP from photographs and does not change other pictures', async () => {
  const client = mkdtempSync(join(tmpdir(), 'hera-photos-'))
  onTestFinished(() => rm(client, { recursive: true }))
  mkdirSync(join(client, '_astro'))
  const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: '#efe6d2' } })
  const placed = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } }
  for (const name of PLACED)
    await photo.clone().withExif(placed).withMetadata({ orientation: 6 }).toFile(join(client, name))
  await photo.clone().toFile(join(client, 'plain.jpg'))
  // As an image editor writes it.
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51N"/></rdf:RDF></x:xmpmeta>'
  await photo.clone().withXmp(xmp).toFile(join(client, 'retouched.jpg'))
  const plain = readFileSync(join(client, 'plain.jpg'))
  const frames = await Promise.all(
    ['#800', '#080'].map((background) => photo.clone().tint(background).png().toBuffer()),
  )
  await sharp(frames, { join: { animated: true } })
    .withExif({ IFD0: { Model: 'Appareil' } })
    .withMetadata({ orientation: 6 })
    .toFile(join(client, 'moving.webp'))

  await removeMetadata(client)
  for (const name of PLACED) {
    const { exif, width, height } = await sharp(join(client, name)).metadata()
    expect({ name, exif, width, height }).toEqual({ name, exif: undefined, width: 200, height: 300 })
  }
  expect((await sharp(join(client, 'retouched.jpg')).metadata()).xmp, 'XMP with GPS data').toBeUndefined()
  const { exif, pages } = await sharp(join(client, 'moving.webp'), { animated: true }).metadata()
  expect({ exif, pages }, 'animated picture with EXIF but without GPS data').toEqual({ exif: undefined, pages: 2 })
  expect(readFileSync(join(client, 'plain.jpg')).equals(plain), 'a picture without metadata is unchanged').toBe(true)
})
