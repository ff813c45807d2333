import { drawPicture, PICTURE_HEIGHT, PICTURE_WIDTH } from './draw-picture.ts'
import { textsOf, type Picture } from './picture.ts'

/**
 * Draws the picture with the fonts of the app, which a canvas does not load itself. Draws nothing if it
 * is aborted meanwhile, because the canvas may already show the picture of a later choice.
 */
export async function renderPicture(
  canvas: HTMLCanvasElement,
  picture: Picture,
  signal: AbortSignal,
): Promise<Blob> {
  const { fontFamily } = getComputedStyle(canvas)
  const texts = [...textsOf(picture), 'solstice'].join(' ')
  await Promise.all(
    [450, 600, 650].map((weight) => loadFont(`${weight} 64px ${fontFamily}`, texts)),
  )
  signal.throwIfAborted()
  canvas.width = PICTURE_WIDTH
  canvas.height = PICTURE_HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser has no canvas')
  drawPicture(pen, picture, fontFamily)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser could not encode the picture')
  return blob
}

/** Without a network the canvas uses the next font of the family. */
async function loadFont(font: string, texts: string): Promise<void> {
  await document.fonts.load(font, texts).catch(() => undefined)
}
