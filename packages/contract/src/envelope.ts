/** The shape of every reply under /v1, refusals and faults included. */
export type Envelope<Data = unknown> = {
  code: number
  success: boolean
  msg: string
  data: Data | null
}

/** Carries the server's instant on every reply, so that countdowns never trust the phone's clock. */
export const SERVER_TIME_HEADER = 'x-server-time'
