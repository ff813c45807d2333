import type { TextTree } from '@solstice/ui/texts.ts'

/** The loaders of text files by their paths. */
export type TextFiles = Record<string, () => Promise<{ default: TextTree }>>

/** A module of its own, because the names of all files would be a part of every first load. */
export const korean: TextFiles = import.meta.glob<{ default: TextTree }>([
  '../locales/ko/*.json',
  '!../locales/ko/{recovery,data-page}.json',
  '../features/mission/*/ko.json',
])
