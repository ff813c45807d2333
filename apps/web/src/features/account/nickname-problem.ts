import { Code } from '@solstice/contract/codes'
import { validateNickname } from '@solstice/rules/nickname'
import type { NicknameFault } from '@solstice/rules/nickname'
import { codeOf } from '@solstice/ui/api-error.ts'

export type NicknameProblem = NicknameFault | 'taken'

/** Checks in the order in which problems are shown: empty, unchanged, length, characters. */
export function nicknameProblem(input: string, current: string): NicknameProblem | undefined {
  return validateNickname(input, current)
}

/** Maps the server's codes to the same problems; only the server knows which names are taken. */
export function refusedNickname(error: unknown): NicknameProblem | undefined {
  switch (codeOf(error)) {
    case Code.NICKNAME_TAKEN:
      return 'taken'
    case Code.NICKNAME_FORMAT:
      return 'format'
    case Code.NICKNAME_UNCHANGED:
      return 'unchanged'
    case undefined:
    default:
      return undefined
  }
}
