const MIN_HEIGHT_PX = 500
const MOBILE = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i

type Device = { maxTouchPoints: number; hasTouchEvents: boolean; userAgent: string }

export function isTouchOrMobile({ maxTouchPoints, hasTouchEvents, userAgent }: Device): boolean {
  return maxTouchPoints > 0 || hasTouchEvents || MOBILE.test(userAgent)
}

type Viewport = {
  width: number
  height: number
  /** True while the keyboard is open on an upright phone, which leaves a low, wide viewport. */
  isKeyboardOpenInPortrait: boolean
}

/** Returns true for a phone on its side: wider than tall, and too low for the app. */
export function mustRotate(
  device: Device,
  { width, height, isKeyboardOpenInPortrait }: Viewport,
): boolean {
  return (
    isTouchOrMobile(device) && width > height && height < MIN_HEIGHT_PX && !isKeyboardOpenInPortrait
  )
}
