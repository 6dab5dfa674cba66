/** Time, ids and randomness come from here, so that tests can control them. */
export interface Clock {
  /** UTC milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/** A UUID version 7. Later ids sort after earlier ones. */
export const newId = (now = Date.now()): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let time = now
  for (let i = 5; i >= 0; i--) {
    bytes[i] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  let text = ''
  for (let i = 0; i < 16; i++) {
    text += HEX[bytes[i] ?? 0]
    if (i === 3 || i === 5 || i === 7 || i === 9) text += '-'
  }
  return text
}

/** 256 random bits, URL-safe, for session and login tokens. */
export const newSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
