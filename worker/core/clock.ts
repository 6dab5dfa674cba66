import { ID_BYTES, idText } from './id-text.ts'

/** Time, ids and randomness come from here, so that tests can control them. */
export interface Clock {
  /** UTC milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

const TIME_BYTES = 6

/** An id of 48 bits of time and 72 random bits. Later ids sort after earlier ones. */
export const newId = (now = Date.now()): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  let time = now
  for (let i = TIME_BYTES - 1; i >= 0; i--) {
    bytes[i] = time % 256
    time = Math.floor(time / 256)
  }
  return idText(bytes)
}

/** 256 random bits, URL-safe, for session and login tokens. */
export const newSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
