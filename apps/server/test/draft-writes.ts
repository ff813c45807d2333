import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { Write } from './operator-write.ts'
import { aPngFile } from './test-picture.ts'

type Seasons = { plan: () => SeasonPlan; draft: () => Promise<number> }
type DraftWriteId = 'seasonPlan.begin' | 'seasonPlan.copy' | 'seasonPlan.discard' | 'media.add'

/** Returns an input for the audited writes about drafts and their pictures. */
export function draftWrites({ plan, draft }: Seasons): { [Id in DraftWriteId]: Write<Id> } {
  let pictures = 0
  return {
    'seasonPlan.begin': {
      action: 'season.draft',
      make: async () => ({ input: { body: { plan: { title: { en: 'Text', ko: '글' } } } } }),
    },
    'seasonPlan.copy': {
      action: 'season.copy',
      make: async () => {
        const body = { startAt: new Date(plan().startAt).toISOString() }
        return { input: { params: { seasonId: await draft() }, body } }
      },
    },
    'seasonPlan.discard': {
      action: 'season.discard',
      make: async () => ({ input: { params: { seasonId: await draft() } } }),
    },
    'media.add': {
      action: 'media.add',
      make: async () => {
        pictures += 1
        return { input: { body: { name: 'Cover', data: await aPngFile(pictures) } } }
      },
    },
  }
}
