import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useAction } from '#/lib/use-action.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { memberQuery, setProfileImage } from './api.ts'
import styles from './picture-button.module.css'
import { toProfileImage } from './picture.ts'
import { Portrait } from './portrait.tsx'

type PictureButtonProps = {
  seed: string
  member: { profileImageUrl: string | null } | undefined
}

/** Shows the member's picture; a tap lets the member change or remove it. */
export function PictureButton({ seed, member }: PictureButtonProps) {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)

  const { run, isBusy } = useAction({
    call: async (makeImage: () => Promise<string | null>) => setProfileImage(await makeImage()),
    texts: { failed: (error) => messageOf(error, t('picture.failed')) },
    onDone: ({ profileImageUrl }) =>
      void queries.setQueryData(
        memberQuery.queryKey,
        (known) => known && { ...known, profileImageUrl },
      ),
  })

  function save(makeImage: () => Promise<string | null>): void {
    setOpen(false)
    void run(makeImage)
  }

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('picture.change')}
        aria-busy={isBusy || undefined}
        onClick={() => {
          if (member && !isBusy) setOpen(true)
        }}
      >
        <Portrait seed={seed} imageUrl={member?.profileImageUrl} size={96} />
        <span className={styles.badge}>
          {isBusy ? <Spinner size={24} /> : <Icon name="camera" size={20} />}
        </span>
      </button>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('picture.choose')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          // Allows the same picture to be chosen again.
          event.target.value = ''
          if (chosen) save(() => toProfileImage(chosen))
        }}
      />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('picture.title')}>
        <Rows>
          <Row>
            <button
              type="button"
              className={rowTargetClass}
              onClick={() => {
                setOpen(false)
                file.current?.click()
              }}
            >
              <RowContent icon="camera" label={t('picture.choose')} end="none" />
            </button>
          </Row>
          {member?.profileImageUrl && (
            <Row>
              <button
                type="button"
                className={rowTargetClass}
                onClick={() => save(async () => null)}
              >
                <RowContent icon="trash" label={t('picture.remove')} end="none" />
              </button>
            </Row>
          )}
        </Rows>
      </Sheet>
    </>
  )
}
