/** The first match counts, because browsers also name the ones they are based on. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: [RegExp, string][], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** "Firefox on Windows", so that people recognize their sessions. Null if the header names neither. */
export const deviceOf = (agent: string | undefined): string | null => {
  if (!agent) return null
  const words = [nameIn(BROWSERS, agent), nameIn(SYSTEMS, agent)].filter((word) => word !== undefined)
  return words.length > 0 ? words.join(' on ') : null
}
