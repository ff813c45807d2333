import type { RequestProblem } from '@solstice/rules/connection/request'

/** The errors that a site receives. Their texts are English, because developers of sites read them. */
export const REFUSALS = {
  byMember: { code: 5000, message: 'User rejected.' },
  network: { code: 5100, message: 'Unsupported chains.' },
  method: { code: 5101, message: 'Unsupported methods.' },
  request: { code: 4001, message: 'User rejected the request.' },
  unauthorised: { code: 4100, message: 'The wallet refuses this request.' },
  paused: { code: -32_005, message: 'The user has paused this site.' },
  rate: { code: -32_005, message: 'Too many requests within a minute. Try again later.' },
  queue: { code: -32_005, message: 'Too many requests wait for the user. Try again later.' },
  value: { code: -32_005, message: 'Over the limit that the user set for this site.' },
  expired: { code: 8000, message: 'Session request expired.' },
  interrupted: {
    code: -32_603,
    message: 'The wallet was interrupted. The request may have been carried out.',
  },
  disconnected: { code: 6000, message: 'User disconnected.' },
} as const
export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS]

export function refusalFor(why: RequestProblem): Refusal {
  switch (why) {
    case 'network':
    case 'foreign-network':
      return REFUSALS.network
    case 'method':
      return REFUSALS.method
    case 'expired':
      return REFUSALS.expired
    case 'paused':
      return REFUSALS.paused
    case 'too-many':
      return REFUSALS.rate
    case 'queue-full':
      return REFUSALS.queue
    case 'over-value':
      return REFUSALS.value
    case 'not-sign-in':
    case 'foreign-domain':
    case 'foreign-account':
    case 'invalid':
    case 'replayed':
      return REFUSALS.unauthorised
  }
}
