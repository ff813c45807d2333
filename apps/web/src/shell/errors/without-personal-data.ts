type Report = {
  user?: unknown
  request?: unknown
  breadcrumbs?: unknown
  server_name?: unknown
  /** What was thrown, if it was no error: it may be anything a member typed. */
  extra?: unknown
  message?: string
  exception?: { values?: { value?: string }[] }
}

/** Addresses of wallets, codes and long ids: a message may quote what a member typed. */
const PERSONAL = [/0x[0-9a-f]{8,}/gi, /\d{6,}/g]
/** A message may be as long as a node or a contract likes; its first words say what went wrong. */
const MAX_LENGTH = 2000

/** Leaves of a report what went wrong, and takes out who met it. */
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
  return PERSONAL.reduce(
    (rest, pattern) => rest.replace(pattern, '[removed]'),
    withoutPeople(bounded),
  )
}

/** Word by word: a pattern that looks for the sign in the middle of an address takes quadratic time. */
function withoutPeople(text: string): string {
  return text.replace(/[^\s"'<>]+/g, (word) => (/@|%40/i.test(word) ? '[removed]' : word))
}
