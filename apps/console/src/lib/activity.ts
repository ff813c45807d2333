/** A call this long after the last key or pointer is the page's own, such as polling. */
const OWN_CALL_AFTER_MS = 10_000

let lastInputAtMs = 0

/** Notes keys and pointers of the person; returns a function that stops noting them. */
export function watchActivity(target: Window, onInput: (atMs: number) => void): () => void {
  const note = () => {
    lastInputAtMs = Date.now()
    onInput(lastInputAtMs)
  }
  target.addEventListener('pointerdown', note)
  target.addEventListener('keydown', note)
  return () => {
    target.removeEventListener('pointerdown', note)
    target.removeEventListener('keydown', note)
  }
}

/** Tells whether the page itself makes a call now; such calls do not keep a session open. */
export function isOwnCall(nowMs: number): boolean {
  return nowMs - lastInputAtMs > OWN_CALL_AFTER_MS
}
