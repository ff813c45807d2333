import type { LivePlan } from './live-plan.ts'

/** The part of a season whose texts are corrected. */
export type Part = 'season' | `mission-${number}` | `banner-${number}`

export type TypedTexts = {
  titleEn: string
  titleKo: string
  /** Banners have no description. */
  descriptionEn: string | undefined
  descriptionKo: string | undefined
  image: string
  /** The season itself has no link. */
  link: string | undefined
}

type Change = {
  kind: 'TEXTS'
  title?: { en: string; ko: string }
  description?: { en: string; ko: string }
  imageUrl?: string | null
  missions?: {
    missionId: number
    title: { en: string; ko: string }
    description: { en: string; ko: string }
    imageUrl: string | null
    linkUrl: string | null
  }[]
  banners?: { title: { en: string; ko: string }; imageUrl: string; linkUrl: string | null }[]
}

const positionIn = (part: Part) => Number(part.split('-')[1])

/** Returns the present texts of a part. */
export function textsOf(plan: LivePlan, part: Part): TypedTexts {
  if (part === 'season') return typed(plan, plan.imageUrl, undefined)
  if (part.startsWith('mission-')) {
    const mission = plan.missions.find(({ missionId }) => missionId === positionIn(part))
    return typed(mission, mission?.imageUrl, mission?.linkUrl ?? '')
  }
  const banner = plan.banners[positionIn(part)]
  return {
    ...typed(banner && { title: banner.title }, banner?.imageUrl, banner?.linkUrl ?? ''),
    descriptionEn: undefined,
    descriptionKo: undefined,
  }
}

type Worded = {
  title: { en: string; ko: string }
  description?: { en: string; ko: string }
}

function typed(
  of: Worded | undefined,
  image: string | null | undefined,
  link: string | undefined,
): TypedTexts {
  return {
    titleEn: of?.title.en ?? '',
    titleKo: of?.title.ko ?? '',
    descriptionEn: of?.description?.en ?? '',
    descriptionKo: of?.description?.ko ?? '',
    image: image ?? '',
    link,
  }
}

export type TypedParts = Readonly<Partial<Record<Part, TypedTexts>>>

/** Returns whether the typed texts of a part differ from the present ones. */
export function isChanged(plan: LivePlan, part: Part, texts: TypedTexts | undefined): boolean {
  return texts !== undefined && JSON.stringify(textsOf(plan, part)) !== JSON.stringify(texts)
}

/** Returns whether a text is empty, or the picture of a banner, which always has one. */
function isIncomplete(part: Part, texts: TypedTexts): boolean {
  const { titleEn, titleKo, descriptionEn, descriptionKo, image } = texts
  const isEmpty = (text: string | undefined) => text?.trim() === ''
  return (
    [titleEn, titleKo, descriptionEn, descriptionKo].some(isEmpty) ||
    (part.startsWith('banner-') && isEmpty(image))
  )
}

/** Returns one change to everything that was typed, and the parts that cannot be saved yet. */
export function changeOf(
  plan: LivePlan,
  typedParts: TypedParts,
): { change: Change | undefined; incomplete: Part[] } {
  // The keys of the record are parts, which TypeScript does not infer.
  const parts = (Object.entries(typedParts) as [Part, TypedTexts][]).filter(([part, texts]) =>
    isChanged(plan, part, texts),
  )
  const incomplete = parts.flatMap(([part, texts]) => (isIncomplete(part, texts) ? [part] : []))
  if (parts.length === 0 || incomplete.length > 0) return { change: undefined, incomplete }
  const change: Change = { kind: 'TEXTS' }
  for (const [part, texts] of parts) {
    const { titleEn, titleKo, descriptionEn, descriptionKo, image, link } = texts
    const title = { en: titleEn.trim(), ko: titleKo.trim() }
    const description = { en: descriptionEn?.trim() ?? '', ko: descriptionKo?.trim() ?? '' }
    const imageUrl = image.trim() || null
    const linkUrl = link?.trim() || null
    if (part === 'season') {
      Object.assign(change, { title, description, imageUrl })
    } else if (part.startsWith('mission-')) {
      const missionId = positionIn(part)
      change.missions = [
        ...(change.missions ?? []),
        { missionId, title, description, imageUrl, linkUrl },
      ]
    } else {
      const banners = change.banners ?? plan.banners.map((banner) => ({ ...banner }))
      change.banners = banners.map((banner, at) =>
        at === positionIn(part) ? { title, imageUrl: imageUrl ?? '', linkUrl } : banner,
      )
    }
  }
  return { change, incomplete: [] }
}
