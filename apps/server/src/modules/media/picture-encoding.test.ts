import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodePicture } from './picture-encoding.ts'

const source = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#134e5e' } })

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'may be a %s file and becomes WebP',
    async (format) => {
      const encoded = await encodePicture(await source().toFormat(format).toBuffer())

      expect(encoded).toMatchObject({ width: 40, height: 20 })
      expect(await sharp(encoded?.bytes).metadata()).toMatchObject({ format: 'webp' })
    },
  )

  test('loses its metadata, and is turned as its camera recorded', async () => {
    const file = await source()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Mina, 48.2 N 16.3 E' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()

    const encoded = await encodePicture(file)

    expect(encoded).toMatchObject({ width: 20, height: 40 })
    const metadata = await sharp(encoded?.bytes).metadata()
    expect([metadata.exif, metadata.xmp, metadata.icc]).toEqual([undefined, undefined, undefined])
  })

  test('is reduced to the largest side that screens show', async () => {
    const encoded = await encodePicture(await source(4000, 1000).png().toBuffer())

    expect(encoded).toMatchObject({ width: 2048, height: 512 })
  })

  test('with several frames keeps the first one only', async () => {
    // Equal frames would be stored as one.
    const frames = Buffer.concat([10, 90, 170].map((grey) => Buffer.alloc(10 * 10 * 3, grey)))
    const animated = await sharp(frames, {
      raw: { width: 10, height: 30, channels: 3, pageHeight: 10 },
    })
      .webp({ loop: 0, delay: [100, 100, 100] })
      .toBuffer()

    expect((await sharp(animated).metadata()).pages).toBe(3)
    const encoded = await encodePicture(animated)

    expect(encoded).toMatchObject({ width: 10, height: 10 })
    expect((await sharp(encoded?.bytes).metadata()).pages ?? 1).toBe(1)
  })

  test('gives the same bytes each time', async () => {
    const file = await source().png().toBuffer()

    expect((await encodePicture(file))?.bytes).toEqual((await encodePicture(file))?.bytes)
  })
})

describe('a file that is no accepted picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'

  test.each([
    ['an SVG drawing', () => Buffer.from(svg)],
    ['a GIF', () => source().gif().toBuffer()],
    ['a TIFF', () => source().tiff().toBuffer()],
    ['a page', () => Buffer.from('<!doctype html><script>1</script>')],
    [
      'an SVG drawing behind a PNG signature',
      () => Buffer.from(`\u0089PNG\r\n\u001a\n${svg}`, 'latin1'),
    ],
    ['a truncated PNG', async () => (await source(300, 300).png().toBuffer()).subarray(0, 90)],
    ['a truncated JPEG', async () => (await noise().jpeg().toBuffer()).subarray(0, 900)],
    ['an empty file', () => Buffer.alloc(0)],
  ])('is refused: %s', async (_, file) => {
    expect(await encodePicture(await file())).toBeUndefined()
  })

  test('is refused before its pixels are unpacked if there are too many', async () => {
    // 36 million pixels of one colour are a file of a few kilobytes.
    const bomb = await source(6000, 6000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(200_000)

    expect(await encodePicture(bomb)).toBeUndefined()
  })
})

/** A picture whose file is long enough to be cut within its pixels. */
function noise() {
  const pixels = Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, at) => (at * 7919) % 251))
  return sharp(pixels, { raw: { width: 100, height: 100, channels: 3 } })
}
