/**
 * The part of IndexedDB that the device database uses, for the vault outside a browser. Values are
 * copied as a browser does, and a transaction completes after its requests.
 */
export function memoryDatabase() {
  const kept = new Map<string, unknown>()

  function requestOf(result: unknown) {
    const request = Object.assign(new EventTarget(), { result, error: null })
    queueMicrotask(() => request.dispatchEvent(new Event('success')))
    return request
  }

  const store = {
    get: (key: string) => requestOf(structuredClone(kept.get(key))),
    put: (value: unknown, key: string) => {
      kept.set(key, structuredClone(value))
      return requestOf(key)
    },
    delete: (key: string) => requestOf(kept.delete(key)),
  }

  function transaction() {
    const opened = Object.assign(new EventTarget(), {
      error: null,
      objectStore: () => store,
      abort: () => opened.dispatchEvent(new Event('abort')),
    })
    // Later than the requests that a request makes.
    setImmediate(() => opened.dispatchEvent(new Event('complete')))
    return opened
  }

  return { open: () => requestOf({ transaction, close: () => undefined }) }
}
