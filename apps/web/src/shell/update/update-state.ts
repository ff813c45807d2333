import { create } from 'zustand'

/** A newer version of the app waits to be let in; busy once the member said so. */
export const useUpdate = create<{ isWaiting: boolean; isBusy: boolean }>(() => ({
  isWaiting: false,
  isBusy: false,
}))
