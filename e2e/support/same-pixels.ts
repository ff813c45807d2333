import { type Page, expect } from '@playwright/test'

/**
 * The browser blends the layers of a frame and of a window in another order, which rounds a colour
 * of some edges to the neighbouring one of 256.
 */
const ROUNDING = 1

type Comparison = {
  sizes: string
  /** The number of pixels that differ by more than this rounding, and the first of them. */
  differing: number
  first: string | undefined
  /** The number of pixels that differ by the rounding alone. */
  rounded: number
}

/** Takes pictures until two in a row are the same, so that nothing is still being drawn. */
export async function takeStill(take: () => Promise<Buffer>): Promise<Buffer> {
  let picture = await take()
  await expect
    .poll(async () => {
      const former = picture
      picture = await take()
      return picture.equals(former)
    })
    .toBe(true)
  return picture
}

/** Compares two pictures pixel by pixel in the browser. */
export function comparePixels(page: Page, one: Buffer, other: Buffer): Promise<Comparison> {
  return page.evaluate(compareInPage, {
    one: one.toString('base64'),
    other: other.toString('base64'),
    rounding: ROUNDING,
  })
}

type Given = { one: string; other: string; rounding: number }

async function compareInPage({ one, other, rounding }: Given): Promise<Comparison> {
  const decode = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const pen = new OffscreenCanvas(width, height).getContext('2d')
    if (!pen) throw new Error('The browser has no canvas')
    pen.drawImage(bitmap, 0, 0)
    return { width, height, colours: pen.getImageData(0, 0, width, height).data }
  }
  const [left, right] = [await decode(one), await decode(other)]
  const { width, height } = left
  const different = new Set<number>()
  const rounded = new Set<number>()
  for (const [at, colour] of left.colours.entries()) {
    const difference = Math.abs(colour - (right.colours[at] ?? 0))
    if (difference > rounding) different.add(Math.floor(at / 4))
    else if (difference > 0) rounded.add(Math.floor(at / 4))
  }
  const [first] = different
  return {
    sizes: `${width}x${height} ${right.width}x${right.height}`,
    differing: different.size,
    first: first === undefined ? undefined : `${first % width},${Math.floor(first / width)}`,
    rounded: rounded.size,
  }
}
