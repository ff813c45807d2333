import type { Page } from '@playwright/test'

type Comparison = {
  sizes: string
  /** The number of pixels that differ, the largest difference of a colour, and the first pixel. */
  differing: number
  most: number
  first: string | undefined
}

/** Compares two pictures pixel by pixel in the browser. */
export function comparePixels(page: Page, one: Buffer, other: Buffer): Promise<Comparison> {
  return page.evaluate(compareInPage, {
    one: one.toString('base64'),
    other: other.toString('base64'),
  })
}

async function compareInPage({ one, other }: Record<'one' | 'other', string>): Promise<Comparison> {
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
  let most = 0
  for (const [at, colour] of left.colours.entries()) {
    const difference = Math.abs(colour - (right.colours[at] ?? 0))
    if (difference === 0) continue
    different.add(Math.floor(at / 4))
    most = Math.max(most, difference)
  }
  const [first] = different
  return {
    sizes: `${width}x${height} ${right.width}x${right.height}`,
    differing: different.size,
    most,
    first: first === undefined ? undefined : `${first % width},${Math.floor(first / width)}`,
  }
}
