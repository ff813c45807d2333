import { PROFILE_IMAGE_MAX_BYTES } from '@solstice/rules/account'

const EDGE_PX = 512
const QUALITIES = [0.86, 0.7, 0.5]

/** Returns the largest square in the middle of a picture. */
export function middleSquare(width: number, height: number) {
  const edge = Math.min(width, height)
  return { x: Math.floor((width - edge) / 2), y: Math.floor((height - edge) / 2), edge }
}

/**
 * Returns a square of 512 pixels as a data URL that is small enough for the server. Throws when the
 * file is not a picture.
 */
export async function toProfileImage(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  const { x, y, edge } = middleSquare(bitmap.width, bitmap.height)
  canvas.width = canvas.height = Math.min(EDGE_PX, edge)
  canvas.getContext('2d')?.drawImage(bitmap, x, y, edge, edge, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of QUALITIES) {
    const blob = await encode(canvas, quality)
    if (blob.size <= PROFILE_IMAGE_MAX_BYTES) return toDataUrl(blob)
  }
  throw new Error('The picture is still too large')
}

async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', quality)
  // A browser that cannot write WebP returns PNG instead; JPEG is smaller.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', quality)
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
      type,
      quality,
    )
  })
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Unreadable')))
    reader.readAsDataURL(blob)
  })
}
