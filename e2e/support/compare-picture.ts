import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '../../tools/run-step.ts'

const FOLDER = join(ROOT, 'e2e/reference')
/** Small enough that the edges of letters, which differ between processors, hardly count. */
const WIDTH = 216
const HEIGHT = 270
/** The pixels of an area are averaged before the comparison. */
const AREA = 6

type Difference = { mean: number; worst: number }

/**
 * Compares a picture with its stored reference in the browser, because that decodes both. Returns the
 * mean difference of all pixels and of the area that differs most, from 0 to 255. With
 * UPDATE_REFERENCES=1 it stores the picture as the reference instead.
 */
export async function comparePicture(page: Page, name: string, png: Buffer): Promise<Difference> {
  const file = join(FOLDER, `${name}.png`)
  const isUpdated = process.env['UPDATE_REFERENCES'] === '1'
  if (!isUpdated && !existsSync(file)) throw new Error(`There is no reference ${file}`)
  const reference = isUpdated ? '' : readFileSync(file).toString('base64')
  const sizes = { width: WIDTH, height: HEIGHT, area: AREA }
  const { small, mean, worst } = await page.evaluate(compareInPage, {
    picture: png.toString('base64'),
    reference,
    ...sizes,
  })
  if (isUpdated) writeFileSync(file, Buffer.from(small, 'base64'))
  return { mean, worst }
}

type Given = { picture: string; reference: string; width: number; height: number; area: number }

async function compareInPage({ picture, reference, width, height, area }: Given) {
  const scaled = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('The browser has no canvas')
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(bitmap, 0, 0, width, height)
    return { canvas, pixels: pen.getImageData(0, 0, width, height).data }
  }
  const { canvas, pixels } = await scaled(picture)
  const small = canvas.toDataURL('image/png').split(',')[1] ?? ''
  if (reference === '') return { small, mean: 0, worst: 0 }
  const expected = (await scaled(reference)).pixels
  const areas = new Map<number, number>()
  let sum = 0
  for (const [at, value] of pixels.entries()) {
    const difference = Math.abs(value - (expected[at] ?? 0))
    const pixel = Math.floor(at / 4)
    const column = Math.floor((pixel % width) / area)
    const row = Math.floor(pixel / width / area)
    const key = row * width + column
    areas.set(key, (areas.get(key) ?? 0) + difference)
    sum += difference
  }
  const worst = Math.max(...areas.values()) / (area * area * 3)
  // The fourth channel is the opacity, which never differs.
  return { small, mean: sum / (width * height * 3), worst }
}
