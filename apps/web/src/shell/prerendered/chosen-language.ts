import { StorageKey, deviceStorage } from '#/lib/storage.ts'

/** The language of the device, before the code for texts has loaded. */
export const chosenLanguage = (): 'en' | 'ko' =>
  deviceStorage.getItem(StorageKey.language) === 'ko' ? 'ko' : 'en'
