import type { ComponentType, ReactNode } from 'react'
import type { Namespace, TextKey, Translate } from '#/lib/texts.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import type { ActionSigning } from './action-signing.ts'
import type { DetailOf, Mission, MissionType, Standing } from './api.ts'
import { MissionWaiting } from './mission-waiting.tsx'

export type ScreenProps<Type extends MissionType> = {
  mission: DetailOf<Type>
  memberId: string
  standing: Standing | undefined
  /** The end of the season, once it is known. */
  endsAt: string | undefined
  /** The wallet's part of a mission with a call; absent where there is no wallet. */
  signing?: ActionSigning | undefined
}

/** Describes one mission type to the app. Lists load it, so its screen is loaded lazily. */
export type MissionView<Type extends MissionType> = {
  Screen: ComponentType<ScreenProps<Type>>
  icon: (size: 20 | 24) => ReactNode
  /** The line below the title while the mission is available. */
  note: (mission: Mission, t: Translate<'mission'>, nowMs: number) => string
  /** The texts of the fixed mission before it is loaded. */
  known?: { title: TextKey<'mission'>; failed?: TextKey<'mission'> }
}

export function lazyScreen<Type extends MissionType>(
  load: () => Promise<ComponentType<ScreenProps<Type>>>,
  texts: readonly Namespace[] = ['mission'],
) {
  return lazyPart<ScreenProps<Type>>(load, { texts, meanwhile: <MissionWaiting /> })
}
