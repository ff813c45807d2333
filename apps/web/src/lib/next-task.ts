/** A page in the background is not painted. */
const MAX_PAINT_WAIT_MS = 300

/**
 * Ends the current task, so that the page can respond to input before the next part of the work.
 * Nested timers would wait for four milliseconds each.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    port2.postMessage(undefined)
  })
}

/** Resolves once the page has painted something. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, MAX_PAINT_WAIT_MS)
  })
}
