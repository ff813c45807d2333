import { lazy, Suspense } from 'react'
import { CalendarStep } from '#/features/builder/calendar/calendar-step.tsx'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { RewardsStep } from '#/features/builder/levels/rewards-step.tsx'
import { MissionsStep } from '#/features/builder/missions/missions-step.tsx'
import { PoolsStep } from '#/features/builder/pools/pools-step.tsx'
import { ShopStep } from '#/features/builder/shop/shop-step.tsx'
import { StartStep } from '#/features/builder/start/start-step.tsx'
import type { Step } from '#/features/builder/step-names.ts'
import type { DraftState } from '#/features/builder/store/draft-store.ts'
import { StoryStep } from '#/features/builder/story/story-step.tsx'
import { TextsStep } from '#/features/builder/texts/texts-step.tsx'
import { TiersStep } from '#/features/builder/tiers/tiers-step.tsx'
import { WheelStep } from '#/features/builder/wheel/wheel-step.tsx'
import type { SeasonShown } from '#/shell/season/season-queries.ts'
import { SkeletonRows } from '#/ui/skeleton.tsx'

const PublishStep = lazy(async () => ({
  default: (await import('#/features/builder/publish/publish-step.tsx')).PublishStep,
}))

/** The steps that need nothing but the draft. */
const CONTENT = {
  start: StartStep,
  calendar: CalendarStep,
  story: StoryStep,
  'rewards-per-day': RewardsStep,
  tiers: TiersStep,
  wheel: WheelStep,
  missions: MissionsStep,
  shop: ShopStep,
  pools: PoolsStep,
  texts: TextsStep,
} as const

type StepContentProps = {
  step: Step
  shown: SeasonShown
  state: DraftState
  onSave: () => void
}

export function StepContent({ step, shown, state, onSave }: StepContentProps) {
  const { problems, jumpTo } = useBuilder()
  if (step !== 'publish') {
    const Content = CONTENT[step]
    return <Content />
  }
  return (
    <Suspense fallback={<SkeletonRows />}>
      <PublishStep
        season={shown.season}
        draft={state.draft}
        revision={state.revision}
        problems={problems}
        isSaved={state.save.kind === 'saved'}
        onSave={onSave}
        onJump={jumpTo}
      />
    </Suspense>
  )
}
