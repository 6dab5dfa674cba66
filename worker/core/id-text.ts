const DIGITS = '0123456789abcdefghijklmnopqrstuv'

/** How many bytes an id has. */
export const ID_BYTES = 15

/**
 * Bytes as an id: five bits each letter or digit, 24 of them, in the order of the bytes. Ids are most of what a
 * database's indexes weigh, and this is two thirds of a UUID. Lower case only, because ids are parts of mail addresses
 * and of file names.
 * @param bytes ID_BYTES of them
 */
export const idText = (bytes: Uint8Array): string => {
  let text = ''
  let waiting = 0
  let bits = 0
  for (let i = 0; i < ID_BYTES; i++) {
    waiting = ((waiting & 0xff) << 8) | (bytes[i] ?? 0)
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += DIGITS[(waiting >> bits) & 31]
    }
  }
  return text
}
