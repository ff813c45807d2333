import type { Envelope } from '@solstice/contract/envelope'

/** A browser without a page: calls the server like the app does and keeps its cookies. */
export class ApiSession {
  readonly #cookies = new Map<string, string>()
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  /** Data of a success; anything else is thrown with its code. */
  async call<Data = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Data> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        origin: this.origin,
        'accept-language': 'en',
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    const envelope = (await response.json()) as Envelope<Data>
    if (envelope.code !== 0) throw new Error(`${method} ${path}: ${envelope.code} ${envelope.msg}`)
    return envelope.data as Data
  }
}
