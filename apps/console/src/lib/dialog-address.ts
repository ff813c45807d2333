import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** The dialogs that an address opens, so that the command menu opens the same ones as buttons. */
export const ADDRESS_DIALOGS = [
  'freeze',
  'appoint',
  'recovery-codes',
  'add-factor',
  'note',
  'end-sessions',
  'suspend',
  'disable',
  'restore',
  'adjust',
] as const

export type AddressDialog = (typeof ADDRESS_DIALOGS)[number]

/** Reads the dialog from an address that anybody may have written. */
export function parseDialog(search: Record<string, unknown>): { open?: AddressDialog } {
  const open = ADDRESS_DIALOGS.find((each) => each === search['open'])
  return open ? { open } : {}
}

/**
 * Returns whether a dialog is open, and a function that opens or closes it. It opens by this function
 * or by the address; closing it also takes it out of the address, so that reloading or going back
 * does not open it again.
 */
export function useAddressDialog(dialog: AddressDialog): [boolean, (isOpen: boolean) => void] {
  const { open } = useSearch({ from: '/app' })
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const isInAddress = open === dialog

  function change(next: boolean) {
    setOpen(next)
    if (next || !isInAddress) return
    void navigate({ to: '.', replace: true, search: ({ open: _open, ...rest }) => rest })
  }

  return [isOpen || isInAddress, change]
}
