/** Every response under /v1 has this shape, including rejections and server errors. */
export type Envelope<Data = unknown> = {
  code: number
  success: boolean
  msg: string
  data: Data | null
}

/**
 * This header carries the server time on every response, so that countdowns do not depend on the
 * device clock.
 */
export const SERVER_TIME_HEADER = 'x-server-time'

/** This header of a refusal or fault carries the id under which the server logs the request. */
export const REQUEST_ID_HEADER = 'x-request-id'
