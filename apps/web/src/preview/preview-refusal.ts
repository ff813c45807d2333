import type { Code } from '@solstice/contract/codes'

/** A refusal with the code that the server would return. */
export class PreviewRefusal extends Error {
  override readonly name = 'PreviewRefusal'
  readonly code: Code
  readonly data: Record<string, unknown> | null

  constructor(code: Code, data: Record<string, unknown> | null = null) {
    super(`Refused with ${code}`)
    this.code = code
    this.data = data
  }
}
