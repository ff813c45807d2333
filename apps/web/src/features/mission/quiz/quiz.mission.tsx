import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { Icon } from '#/ui/icon.tsx'
import type en from './en.json'

declare module '#/lib/texts.ts' {
  interface Texts {
    'mission-quiz': typeof en
  }
}

export const quizView: MissionView<'QUIZ'> = {
  Screen: lazyScreen(async () => (await import('./quiz.tsx')).Quiz, ['mission', 'mission-quiz']),
  icon: (size) => <Icon name="help" size={size} />,
  note: (_mission, t) => t('note.checkIn'),
}
