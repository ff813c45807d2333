import { raysOf, starsOf, type Point } from './geometry.ts'
import type { Picture } from './picture.ts'

export const PICTURE_WIDTH = 1080
export const PICTURE_HEIGHT = 1350

/** The part of a canvas that the picture uses; a test records its calls. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'fillRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'measureText'
  | 'createLinearGradient'
  | 'createRadialGradient'
>

const MARGIN = 80
const HORIZON = 1010
const CENTRE: Point = [540, 600]
const SUN_RADIUS = 228
const SUN = { centre: CENTRE, inner: 270, lit: 380, unlit: 284, width: 18 } as const
const INK = '#1c0d26'
const TEXT = '#f6f4ff'
const SOFT = '#c0bbd8'
/** The left edges of the statistics, and the right edge of the last one. */
const COLUMNS = [MARGIN, 440, 760, PICTURE_WIDTH - MARGIN / 2] as const
const SMALLEST_PX = 24
/** A longer name would reach the rays. */
const NAME_WIDTH = 380

type TextStyle = {
  size: number
  weight: number
  colour: string
  at: Point
  maxWidth: number
  align?: CanvasTextAlign
}

/** Draws the picture to scale: one ray for every day, lit if the member checked in. */
export function drawPicture(pen: Pen, picture: Picture, fontFamily: string): void {
  drawSky(pen)
  drawSun(pen, picture)
  const write = (text: string, style: TextStyle) => writeText(pen, text, fontFamily, style)
  const width = PICTURE_WIDTH - 2 * MARGIN
  const strong = { weight: 650, colour: TEXT }
  const soft = { weight: 450, colour: SOFT }
  write(picture.title, { ...strong, size: 84, at: [MARGIN, 150], maxWidth: width })
  if (picture.name !== undefined) {
    write(picture.name, { ...soft, size: 44, at: [MARGIN, 212], maxWidth: NAME_WIDTH })
  }
  const [x] = CENTRE
  const centred = { weight: 650, colour: INK, align: 'center' } as const
  write(picture.count, { ...centred, size: 220, at: [x, 640], maxWidth: 1.7 * SUN_RADIUS })
  write(picture.ofDays, { ...centred, size: 52, at: [x, 724], maxWidth: 1.5 * SUN_RADIUS })
  for (const [index, { value, label }] of picture.statistics.entries()) {
    const left = COLUMNS[index] ?? MARGIN
    const maxWidth = (COLUMNS[index + 1] ?? PICTURE_WIDTH) - left - MARGIN / 2
    write(value, { ...strong, size: 64, at: [left, 1124], maxWidth })
    write(label, { ...soft, size: 42, at: [left, 1184], maxWidth })
  }
  drawMark(pen)
  write('solstice', { ...strong, weight: 600, size: 44, at: [166, 1298], maxWidth: 300 })
  if (picture.earned !== undefined) {
    const at: Point = [PICTURE_WIDTH - MARGIN, 1298]
    write(picture.earned, { ...strong, size: 44, at, maxWidth: 520, align: 'right' })
  }
}

/** Writes a text that is made smaller until it fits. */
function writeText(pen: Pen, text: string, family: string, style: TextStyle): void {
  const { weight, colour, maxWidth, at, align = 'left' } = style
  let { size } = style
  pen.fillStyle = colour
  pen.textAlign = align
  pen.font = `${weight} ${size}px ${family}`
  while (size > SMALLEST_PX && pen.measureText(text).width > maxWidth) {
    size -= 2
    pen.font = `${weight} ${size}px ${family}`
  }
  pen.fillText(text, at[0], at[1])
}

function drawSky(pen: Pen): void {
  const sky = pen.createLinearGradient(0, 0, 0, PICTURE_HEIGHT)
  sky.addColorStop(0, '#100c2a')
  sky.addColorStop(0.45, '#38205f')
  sky.addColorStop(0.8, '#8a3a6d')
  sky.addColorStop(1, '#d06a70')
  pen.fillStyle = sky
  pen.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
  pen.fillStyle = '#fff'
  for (const { x, y, radius, opacity } of starsOf(60, PICTURE_WIDTH, HORIZON)) {
    pen.globalAlpha = opacity
    disc(pen, [x, y], radius)
  }
  pen.globalAlpha = 1
  pen.fillStyle = '#1a1030'
  pen.fillRect(0, HORIZON, PICTURE_WIDTH, PICTURE_HEIGHT - HORIZON)
  pen.globalAlpha = 0.8
  pen.fillStyle = '#ffcf9e'
  pen.fillRect(0, HORIZON - 2, PICTURE_WIDTH, 4)
  pen.globalAlpha = 1
}

function drawSun(pen: Pen, { days }: Picture): void {
  const [x, y] = CENTRE
  const reach = 520
  const halo = pen.createRadialGradient(x, y, 0, x, y, reach)
  halo.addColorStop(0, 'rgb(255 207 152 / 50%)')
  halo.addColorStop(0.45, 'rgb(255 135 153 / 20%)')
  halo.addColorStop(1, 'rgb(255 135 153 / 0%)')
  pen.fillStyle = halo
  // The ground is not lit.
  pen.fillRect(0, y - reach, PICTURE_WIDTH, HORIZON - 2 - (y - reach))
  pen.lineCap = 'round'
  for (const { from, to, isLit, width } of raysOf(days, SUN)) {
    pen.strokeStyle = isLit ? '#ffd08a' : 'rgb(255 255 255 / 28%)'
    pen.lineWidth = width
    pen.beginPath()
    pen.moveTo(from[0], from[1])
    pen.lineTo(to[0], to[1])
    pen.stroke()
  }
  const sun = pen.createLinearGradient(0, y - SUN_RADIUS, 0, y + SUN_RADIUS)
  sun.addColorStop(0, '#ffe6b4')
  sun.addColorStop(0.5, '#ffc285')
  sun.addColorStop(1, '#ff8f88')
  pen.fillStyle = sun
  disc(pen, CENTRE, SUN_RADIUS)
}

/** Draws the mark of the app: a sun above the horizon and its reflection. */
function drawMark(pen: Pen): void {
  const [left, top, scale] = [MARGIN, 1240, 1.4]
  const at = (x: number, y: number): Point => [left + x * scale, top + y * scale]
  pen.strokeStyle = '#fff'
  pen.lineWidth = 2.5 * scale
  pen.beginPath()
  const [x, y] = at(24, 27.5)
  pen.globalAlpha = 0.45
  pen.arc(x, y, 20 * scale, Math.PI, 2 * Math.PI)
  pen.stroke()
  pen.globalAlpha = 1
  for (const [from, to] of [
    [at(0, 31.5), at(48, 31.5)],
    [at(13.5, 38.5), at(34.5, 38.5)],
    [at(19, 45), at(29, 45)],
  ] as const) {
    pen.beginPath()
    pen.moveTo(from[0], from[1])
    pen.lineTo(to[0], to[1])
    pen.stroke()
  }
  pen.fillStyle = '#fff'
  pen.beginPath()
  const [sunX, sunY] = at(24, 31.5)
  pen.arc(sunX, sunY, 11.5 * scale, Math.PI, 2 * Math.PI)
  pen.fill()
}

function disc(pen: Pen, [x, y]: Point, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}
