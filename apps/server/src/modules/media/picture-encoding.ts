/** The formats of which pictures are accepted. SVG is never one, because it can contain scripts. */
const FORMATS = new Set(['png', 'jpeg', 'webp'])
/** A small file can unpack to a huge picture, which would use up the memory. */
const MAX_PIXELS = 24_000_000
/** Larger than any screen of the app shows. */
const MAX_SIDE = 2048
const QUALITY = 82
const MAX_SECONDS = 10

export type EncodedPicture = { bytes: Buffer; width: number; height: number }

/**
 * Decodes a picture and encodes it as WebP, so that only pixels remain: no metadata, no further
 * frames, no bytes behind the picture. Returns undefined for everything that is not a picture of an
 * accepted format.
 */
export async function encodePicture(file: Buffer): Promise<EncodedPicture | undefined> {
  if (!hasAcceptedSignature(file)) return undefined
  // Loaded on first use, because few processes ever encode a picture.
  const { default: sharp } = await import('sharp')
  try {
    const source = () =>
      sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).timeout({
        seconds: MAX_SECONDS,
      })
    const { format } = await source().metadata()
    if (!FORMATS.has(format)) return undefined
    const { data, info } = await source()
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    // The decoder reports broken, truncated and too large pictures as errors.
    return undefined
  }
}

/** Rejects other formats before a decoder reads them. */
function hasAcceptedSignature(file: Buffer): boolean {
  const isPng = file.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
  const isJpeg = file.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))
  const isWebp =
    file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'
  return isPng || isJpeg || isWebp
}
