type Report = {
  user?: unknown
  request?: unknown
  breadcrumbs?: unknown
  server_name?: unknown
  /** The thrown value if it was not an error; it may contain member input. */
  extra?: unknown
  message?: string
  exception?: { values?: { value?: string }[] }
}

/** Wallet addresses, codes and long ids, because a message may quote member input. */
const PERSONAL_PATTERNS = [/0x[0-9a-f]{8,}/gi, /\d{6,}/g]
/** Nodes and contracts may produce messages of any length; the beginning describes the error. */
const MAX_LENGTH = 2000

/** Removes personal data from a report and keeps the description of the error. */
export function withoutPersonalData<Event extends Report>(event: Event): Event {
  delete event.user
  delete event.request
  delete event.breadcrumbs
  delete event.server_name
  delete event.extra
  if (event.message) event.message = scrub(event.message)
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = scrub(exception.value)
  }
  return event
}

function scrub(text: string): string {
  const bounded = text.slice(0, MAX_LENGTH)
  return PERSONAL_PATTERNS.reduce(
    (rest, pattern) => rest.replace(pattern, '[removed]'),
    withoutEmails(bounded),
  )
}

/**
 * Checks each word, because a pattern that searches for the sign inside an address takes quadratic
 * time.
 */
function withoutEmails(text: string): string {
  return text.replace(/[^\s"'<>]+/g, (word) => (/@|%40/i.test(word) ? '[removed]' : word))
}
