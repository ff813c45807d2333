import { useState } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useBuilder, useEdits, useProblemsAt } from '#/features/builder/builder-context.ts'
import { useProblemText } from '#/shell/season/problem-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { textAt } from '#/lib/season-draft.ts'
import { showToast } from '#/lib/toast.ts'
import { FileButton } from '#/shell/season/file-button.tsx'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import field from '#/ui/field.module.css'
import { PICTURE_TYPES, addPicture, picturesQuery, problemOfPicture } from '#/shell/pictures/api.ts'
import { PictureLibrary } from '#/shell/pictures/picture-library.tsx'
import styles from '#/shell/pictures/pictures.module.css'

/** Chooses a picture from the library, or adds one to it. */
export function PictureField({ path, label }: { path: string; label: string }) {
  const { t } = useTranslation('builderParts')
  const { draft, isReadOnly } = useBuilder()
  const { set } = useEdits()
  const may = useMay()
  const [isChoosing, setChoosing] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem] = useProblemsAt(path)
  const problemText = useProblemText()
  const url = textAt(draft, path)

  async function upload(file: File): Promise<void> {
    const found = problemOfPicture(file)
    if (found) return showToast(t(`pictures.problem.${found}`))
    setSending(true)
    try {
      const picture = await addPicture(file)
      set(path, picture.url)
      void queryClient.invalidateQueries(picturesQuery)
    } catch (error) {
      showToast(messageOf(error, t('pictures.failed')))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={field.field} role="group" aria-label={label}>
      <span className={field.label}>{label}</span>
      <div className={styles.field}>
        <Thumbnail url={url} />
        <Button
          size="small"
          icon="eye"
          data-path={path}
          disabled={isReadOnly}
          onClick={() => setChoosing(true)}
        >
          {t('pictures.library')}
        </Button>
        {may('media.add') && (
          <FileButton
            label={t('pictures.upload')}
            accept={PICTURE_TYPES.join(',')}
            size="small"
            isBusy={isSending}
            disabled={isReadOnly}
            onFile={(file) => void upload(file)}
          />
        )}
        {url !== '' && (
          <Button size="small" tone="plain" disabled={isReadOnly} onClick={() => set(path, null)}>
            {t('pictures.none')}
          </Button>
        )}
      </div>
      {isSending && <progress className={styles.progress} aria-label={t('pictures.sending')} />}
      {problem ? (
        <p className={field.problem}>
          <Icon name="alert" />
          {problemText(problem)}
        </p>
      ) : (
        <p className={field.help}>{url === '' ? t('pictures.help') : url}</p>
      )}
      {isChoosing && (
        <PictureLibrary
          onChoose={(chosen) => {
            set(path, chosen)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** The console's host has the pictures of the members' app only as files of its preview. */
function Thumbnail({ url }: { url: string }) {
  const src = url.startsWith('/art/') ? `/preview${url}` : url
  if (!/^\/(media|preview\/art)\//.test(src)) return null
  return <img className={styles.thumbnail} src={src} alt="" />
}
