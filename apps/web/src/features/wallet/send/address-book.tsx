import { isZeroAddress, normaliseAddress } from '@solstice/rules/address'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import {
  addBookmark,
  bookmarksQuery,
  changeBookmark,
  removeBookmark,
} from '#/features/wallet/api.ts'
import type { Bookmark } from '#/features/wallet/api.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import formStyles from '#/features/wallet/form.module.css'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/texts.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#/ui/state-message.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { recipientTrustOf } from './recipient-trust.ts'
import styles from './address-book.module.css'
import { LookAlikeGuard, UnclearGuard } from './look-alike-guard.tsx'
import { useKnownAddresses } from './use-known-addresses.ts'

const NAME_MAX = 30

type Editing = { bookmark?: Bookmark; address?: string; hasCompared?: boolean }

type AddressBookProps = {
  isOpen: boolean
  onClose: () => void
  userId: string
  own: string
  /**
   * Required for each change: saving makes an address trusted, and removing one loses the basis for
   * comparisons.
   */
  promptForPin: Opener['pinForAddressBook']
}

/** Lists saved addresses and lets the member add, change and remove them. */
export function AddressBook({ isOpen, onClose, userId, own, promptForPin }: AddressBookProps) {
  const { t } = useTranslation('wallet')
  const [editing, setEditing] = useState<Editing>()
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => {
        setEditing(undefined)
        onClose()
      }}
      title={t(editing ? (editing.bookmark ? 'book.edit' : 'book.add') : 'book.title')}
      actions={
        !editing && (
          <Button variant="quiet" onClick={() => setEditing({})}>
            {t('book.add')}
          </Button>
        )
      }
    >
      {editing ? (
        <BookmarkForm
          userId={userId}
          own={own}
          promptForPin={promptForPin}
          editing={editing}
          onDone={() => setEditing(undefined)}
        />
      ) : (
        <BookmarkList onEdit={(bookmark) => setEditing({ bookmark })} />
      )}
    </Sheet>
  )
}

/** Shows the same form for the recipient of a transfer. */
export function SaveAddress(props: AddressBookProps & { address: string; hasCompared: boolean }) {
  const { t } = useTranslation('wallet')
  const { address, hasCompared } = props
  return (
    <Sheet isOpen={props.isOpen} onClose={props.onClose} title={t('book.add')}>
      <BookmarkForm
        key={`${address} ${hasCompared}`}
        userId={props.userId}
        own={props.own}
        promptForPin={props.promptForPin}
        editing={{ address, hasCompared }}
        onDone={props.onClose}
      />
    </Sheet>
  )
}

function BookmarkList({ onEdit }: { onEdit: (bookmark: Bookmark) => void }) {
  const { t } = useTranslation('wallet')
  const { data: bookmarks, error, fetchStatus, isFetching, refetch } = useQuery(bookmarksQuery)
  if (!bookmarks && (error || fetchStatus === 'paused')) {
    return (
      <ErrorState
        message={t('book.loadFailed')}
        retryLabel={t('retry')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!bookmarks) return <Skeleton width="100%" height="4rem" />
  if (bookmarks.length === 0) {
    return (
      <EmptyState title={t('book.empty')} headingLevel={3}>
        {t('book.emptyText')}
      </EmptyState>
    )
  }
  return (
    <ul>
      {bookmarks.map((bookmark) => (
        <li key={bookmark.id} className={styles.row}>
          <span className={styles.grow}>
            <span className={text.strong}>{bookmark.name}</span>
            <span className={classNames(text.small, text.soft, text.number)}>
              {shortAddress(bookmark.address)}
            </span>
          </span>
          <button
            type="button"
            className={iconButtonClass}
            aria-label={`${t('book.edit')}: ${bookmark.name}`}
            onClick={() => onEdit(bookmark)}
          >
            <ScreenIcon name="edit" size={20} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function problemOf(typed: string, t: Translate<'wallet'>): string | undefined {
  const address = normaliseAddress(typed)
  if (address === undefined) return t('send.toInvalid')
  return isZeroAddress(address) ? t('send.toZero') : undefined
}

type BookmarkFormProps = Pick<AddressBookProps, 'userId' | 'own' | 'promptForPin'> & {
  editing: Editing
  onDone: () => void
}

function BookmarkForm({ userId, own, promptForPin, editing, onDone }: BookmarkFormProps) {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const { known, silent, retry } = useKnownAddresses({ userId, own })
  const { bookmark } = editing
  const [compared, setCompared] = useState<string | undefined>(
    editing.hasCompared ? normaliseAddress(editing.address ?? '') : undefined,
  )
  const [doubt, setDoubt] = useState<{ address: string; known?: string }>()
  const form = useForm(
    { name: bookmark?.name ?? '', address: bookmark?.address ?? editing.address ?? '' },
    ({ name, address }) => ({
      name: name.trim() === '' || name.trim().length > NAME_MAX ? t('book.nameNeeded') : undefined,
      address: problemOf(address, t),
    }),
  )

  const { run } = useAction({
    call: async (change: 'save' | 'remove') => {
      const pinToken = await promptForPin()
      if (pinToken === undefined) throw new Cancelled()
      const body = { name: form.values.name.trim(), address }
      if (!bookmark) await addBookmark(body, pinToken)
      else if (change === 'save') await changeBookmark(bookmark.id, body, pinToken)
      else await removeBookmark(bookmark.id, pinToken)
    },
    texts: { done: (_, change) => t(change === 'save' ? 'book.saved' : 'book.removed') },
    refresh: () => queries.invalidateQueries({ queryKey: bookmarksQuery.queryKey }),
    onDone,
    onFailed: (error) => form.refuse('address', messageOf(error, t('book.failed'))),
  })

  async function save(): Promise<void> {
    // A saved address is trusted, so look-alikes are stopped here too.
    const found = recipientTrustOf(address, known)
    if (address !== compared) {
      if (found.kind === 'look-alike') return setDoubt({ address, known: found.known })
      if (found.kind === 'unclear') {
        return retry ? setDoubt({ address }) : form.refuse('address', t('send.unclear'))
      }
    }
    await run('save')
  }

  const address = normaliseAddress(form.values.address) ?? form.values.address
  const isStopped = address === doubt?.address && address !== compared
  const onCompared = () => setCompared(address)
  return (
    <form className={formStyles.form} noValidate onSubmit={form.submit(save)}>
      <TextInput label={t('book.name')} binding={form.field('name')} maxLength={NAME_MAX} />
      <TextInput label={t('book.address')} binding={form.field('address')} autoComplete="off" />
      {isStopped && doubt.known !== undefined && (
        <LookAlikeGuard address={address} known={doubt.known} onCompared={onCompared} />
      )}
      {isStopped && doubt.known === undefined && (
        <UnclearGuard
          address={address}
          silent={silent}
          onRetry={() => {
            retry?.()
            setDoubt(undefined)
          }}
          onCompared={onCompared}
        />
      )}
      {!isStopped && (
        <Button type="submit" isBusy={form.isBusy}>
          {t('book.save')}
        </Button>
      )}
      {bookmark && (
        <Button variant="text" onClick={() => void run('remove')}>
          {t('book.remove')}
        </Button>
      )}
    </form>
  )
}
