import type { Mission } from '#/features/mission/api.ts'
import type { Translate } from '#/lib/texts.ts'

const HOW = { DAILY: 'daily', ONCE: 'once', UNLIMITED: 'unlimited' } as const

export function repeatNote(
  repeat: Mission['repeat'],
  kind: string,
  t: Translate<'mission'>,
): string {
  return t(`note.${HOW[repeat]}`, { kind })
}
