import type { Page } from '@playwright/test'

/** The rounded corners of the phone hide a little of the screen in them. */
const CORNER = 40

type Comparison = {
  sizes: string
  /** The number of pixels that differ, and the first of them. */
  differing: number
  first: string | undefined
}

/** Compares two pictures pixel by pixel in the browser, except their corners. */
export function comparePixels(page: Page, one: Buffer, other: Buffer): Promise<Comparison> {
  return page.evaluate(compareInPage, {
    one: one.toString('base64'),
    other: other.toString('base64'),
    corner: CORNER,
  })
}

async function compareInPage({
  one,
  other,
  corner,
}: Record<'one' | 'other', string> & { corner: number }) {
  const decode = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const pen = new OffscreenCanvas(width, height).getContext('2d')
    if (!pen) throw new Error('The browser has no canvas')
    pen.drawImage(bitmap, 0, 0)
    return {
      width,
      height,
      pixels: new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer),
    }
  }
  const [left, right] = [await decode(one), await decode(other)]
  const { width, height } = left
  const isInside = (at: number, length: number) => at >= corner && at < length - corner
  let differing = 0
  let first: string | undefined
  for (const [at, pixel] of left.pixels.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (pixel === right.pixels[at] || !(isInside(x, width) || isInside(y, height))) continue
    differing += 1
    first ??= `${x},${y}`
  }
  return { sizes: `${width}x${height} ${right.width}x${right.height}`, differing, first }
}
