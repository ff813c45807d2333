import { recapEndpoints } from '@solstice/contract/recap.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { currentLanguage } from '#/lib/i18n.ts'
import { programmeKey } from '#/lib/programme-query.ts'
import { deviceStorage, memberKey } from '#/lib/storage.ts'

export type Recap = CallData<'recap.mine'>
export type RecapFrame = Recap['frames'][number]

/** The device keeps a recap after the first view, so that it can be shown without a network. */
type Stored = { language: string; recap: Recap }

export const recapQuery = (seasonId: number, memberId: string) =>
  queryOptions({
    queryKey: programmeKey('recap', seasonId),
    queryFn: async ({ signal }) => {
      const recap = await call(recapEndpoints['recap.mine'], { params: { seasonId } }, { signal })
      const stored: Stored = { language: currentLanguage(), recap }
      deviceStorage.setItem(memberKey('recap', memberId, seasonId), JSON.stringify(stored))
      return recap
    },
    initialData: () => storedRecap(memberId, seasonId),
    // The numbers of an ended season are final; the name and the state of a reward may change.
    initialDataUpdatedAt: 0,
  })

function storedRecap(memberId: string, seasonId: number): Recap | undefined {
  const text = deviceStorage.getItem(memberKey('recap', memberId, seasonId))
  if (text === null) return undefined
  // Only this module writes the key.
  const { language, recap } = JSON.parse(text) as Stored
  return language === currentLanguage() ? recap : undefined
}
