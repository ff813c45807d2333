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

/** Returns the change to the typed texts; undefined while a text is empty or nothing differs. */
export function changeOf(plan: LivePlan, part: Part, texts: TypedTexts): Change | undefined {
  const before = textsOf(plan, part)
  const isSame = JSON.stringify(before) === JSON.stringify(texts)
  const { titleEn, titleKo, descriptionEn, descriptionKo, image, link } = texts
  const isEmpty = [titleEn, titleKo, descriptionEn, descriptionKo].some(
    (text) => text?.trim() === '',
  )
  if (isSame || isEmpty) return undefined
  const title = { en: titleEn.trim(), ko: titleKo.trim() }
  const description = { en: descriptionEn?.trim() ?? '', ko: descriptionKo?.trim() ?? '' }
  const imageUrl = image.trim() === '' ? null : image.trim()
  const linkUrl = link?.trim() ? link.trim() : null
  if (part === 'season') return { kind: 'TEXTS', title, description, imageUrl }
  if (part.startsWith('mission-')) {
    const missionId = positionIn(part)
    return { kind: 'TEXTS', missions: [{ missionId, title, description, imageUrl, linkUrl }] }
  }
  // A banner always has a picture.
  if (imageUrl === null) return undefined
  const banners = plan.banners.map((banner, at) =>
    at === positionIn(part) ? { title, imageUrl, linkUrl } : { ...banner },
  )
  return { kind: 'TEXTS', banners }
}
