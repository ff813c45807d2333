import type { ComponentProps } from 'react'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { PinPanel } from './pin-panel.tsx'
import styles from './pin-screen.module.css'

type PinScreenProps = ComponentProps<typeof PinPanel> & {
  back?: { label: string; onPress: () => void } | undefined
}

export function PinScreen({ back, ...panel }: PinScreenProps) {
  return (
    <Screen header={<ScreenHeader {...(back && { back })} />}>
      <div className={styles.frame}>
        <PinPanel {...panel} />
      </div>
    </Screen>
  )
}
