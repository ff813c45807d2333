/**
 * Some browsers read the file only after the click has ended, so the URL stays valid for this long.
 */
const RETENTION_MS = 60_000

/**
 * Saves a file through the share sheet if it accepts files, because an installed app on iPhone is
 * reported to ignore downloads. It must run in a press handler; browsers refuse it later.
 */
export async function saveFile(file: File): Promise<'handed-over' | 'cancelled'> {
  if (canShare(file)) {
    try {
      await navigator.share({ files: [file] })
      return 'handed-over'
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return 'cancelled'
    }
  }
  downloadFile(file)
  return 'handed-over'
}

function canShare(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
}

/** Saves a file as the browser does with downloads. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), RETENTION_MS)
}
