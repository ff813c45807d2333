import { logFault } from '@solstice/ui/log.ts'

export type ErrorRecord = {
  timestamp: string
  userAgent: string
  url: string
  type: 'error' | 'unhandledrejection'
  message: string
  stack: string
  source: string
}

type Page = {
  addEventListener: (
    type: ErrorRecord['type'],
    listener: (event: ErrorEvent | PromiseRejectionEvent) => void,
  ) => void
  navigator: { userAgent: string }
  location: { href: string }
}

/** Logs uncaught errors with their context to the console, and nowhere else. */
export function recordErrors(
  page: Page,
  record: (entry: ErrorRecord) => void = (entry) => logFault('Unhandled:', entry),
): void {
  const errorContext = () => ({
    timestamp: new Date().toISOString(),
    userAgent: page.navigator.userAgent,
    url: page.location.href,
  })
  page.addEventListener('error', (event) => {
    // Images that fail to load fire this event too, without an error.
    if (!('message' in event)) return
    const { message, filename, lineno, colno } = event
    record({
      ...errorContext(),
      type: 'error',
      message,
      stack: stackOf(event.error),
      source: `${filename}:${lineno}:${colno}`,
    })
  })
  page.addEventListener('unhandledrejection', (event) => {
    if (!('reason' in event)) return
    event.preventDefault()
    const reason: unknown = event.reason
    const stack = stackOf(reason)
    record({
      ...errorContext(),
      type: 'unhandledrejection',
      message: reason instanceof Error ? reason.message : String(reason),
      stack,
      source: sourceOf(stack),
    })
  })
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : ''
}

const STACK_MAX_LENGTH = 10_000

/** Returns the first location in a stack, because a rejection has none of its own. */
function sourceOf(stack: string): string {
  for (const word of stack.slice(0, STACK_MAX_LENGTH).split(/[\s()]+/)) {
    const begin = word.search(/https?:\/\/|file:\/\//)
    const location = begin < 0 ? undefined : /^.*:\d+:\d+/.exec(word.slice(begin))?.[0]
    if (location !== undefined) return location
  }
  return ''
}
