import sharp from 'sharp'

/** Returns a small PNG picture in base64; different numbers give different pictures. */
export async function aPngFile(number = 0): Promise<string> {
  const background = { r: number % 256, g: Math.floor(number / 256) % 256, b: 120 }
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  return png.toString('base64')
}
