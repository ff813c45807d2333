const LOW_PX = 500
const MOBILE = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i

type Device = { maxTouchPoints: number; hasTouchEvents: boolean; userAgent: string }

export function isTouchOrMobile({ maxTouchPoints, hasTouchEvents, userAgent }: Device): boolean {
  return maxTouchPoints > 0 || hasTouchEvents || MOBILE.test(userAgent)
}

type Viewport = {
  width: number
  height: number
  /** A keyboard over an upright phone leaves a low, wide rest; that is nobody's wrong turn. */
  isTypingUpright: boolean
}

/** A phone on its side: wider than tall, and too low for the app. */
export function mustRotate(device: Device, { width, height, isTypingUpright }: Viewport): boolean {
  return isTouchOrMobile(device) && width > height && height < LOW_PX && !isTypingUpright
}
