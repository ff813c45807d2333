const LOW_PX = 500
const MOBILE = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i

type Device = { maxTouchPoints: number; hasTouchEvents: boolean; userAgent: string }

export function isTouchOrMobile({ maxTouchPoints, hasTouchEvents, userAgent }: Device): boolean {
  return maxTouchPoints > 0 || hasTouchEvents || MOBILE.test(userAgent)
}

/** A phone on its side: wider than tall, and too low for the app. */
export function mustRotate(device: Device, width: number, height: number): boolean {
  return isTouchOrMobile(device) && width > height && height < LOW_PX
}
