import { termsOf } from '@solstice/contract/missions/registry'
import type { MissionType } from '@solstice/rules/missions/registry'
import { z } from 'zod'

/** True if the contract gives the type a list of questions. */
export function hasQuestions(type: MissionType): boolean {
  const terms = termsOf(type)
  return terms instanceof z.ZodObject && 'questions' in terms.shape
}
