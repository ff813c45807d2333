import { useInstallGuide } from './install/use-install-guide.ts'
import { lazyPart } from './lazy-part.tsx'
import { isUpdateShown, useUpdate } from './update/update-state.ts'
import { useMustRotate } from './use-must-rotate.ts'

const InstallGuide = lazyPart(
  async () => (await import('./install/install-guide.tsx')).InstallGuide,
)
const UpdateOverlay = lazyPart(
  async () => (await import('./update/update-overlay.tsx')).UpdateOverlay,
)
const RotateOverlay = lazyPart(async () => (await import('./rotate-overlay.tsx')).RotateOverlay)

/** Renders everything that may cover all screens. The latest one is on top. */
export function Overlays() {
  const isGuideShown = useInstallGuide()
  const isUpdate = useUpdate(isUpdateShown)
  const mustRotate = useMustRotate()
  return (
    <>
      {isGuideShown && <InstallGuide />}
      {isUpdate && <UpdateOverlay />}
      {mustRotate && <RotateOverlay />}
    </>
  )
}
