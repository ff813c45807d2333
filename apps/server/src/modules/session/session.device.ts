/**
 * The order matters, because a browser's user agent also contains the names of browsers further
 * down the list.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(|Whale\//, 'Whale'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * Returns the family of browser and operating system: enough for members to recognise their own
 * device, and nothing more is stored.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, 500) ?? ''
  const nameIn = (families: typeof BROWSERS) => families.find(([sign]) => sign.test(text))?.[1]
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined)
  return names.length === 0 ? null : names.join(' · ')
}
