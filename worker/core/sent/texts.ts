/**
 * Texts as mail servers, accounting systems and browsers take them. Each of them refuses a whole message for one line
 * break or one character too many, so every text is cleaned by the function of its kind before it is sent.
 */

/** Control characters, and those that reverse the writing direction to hide an extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** The same without line breaks and tabs, for texts of several lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNPRINTED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g

const MORE = '…'

/** The beginning of a text, never half a character. */
const begun = (text: string, most: number): string => {
  const cut = text.slice(0, most)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** As a single line. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()

/**
 * A single line with an end: a title, a name.
 * @param most in UTF-16 units, as providers count; a text that is cut ends with an ellipsis
 */
export const shortLine = (text: string, most: number): string => {
  const line = oneLine(text)
  return line.length <= most ? line : `${begun(line, most - MORE.length).trimEnd()}${MORE}`
}

/** A text of several lines, without characters that aren't printed. Cut at `most` UTF-16 units. */
export const severalLines = (text: string, most: number): string =>
  begun(
    text
      .toWellFormed()
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(UNPRINTED, ''),
    most,
  )

/** A line that would say something else if it were cut: an address, a phone number. Null if it has no room. */
export const wholeLine = (text: string | null, most: number): string | null => {
  const line = oneLine(text ?? '')
  return line === '' || line.length > most ? null : line
}

/** A document's number in fewer characters. Numbers of a series differ at their ends, so the end stays. */
export const shortNumber = (number: string, most: number): string => {
  const line = oneLine(number)
  const end = line.slice(-most)
  return line.length <= most ? line : (end.isWellFormed() ? end : end.slice(1)).trim()
}

const MOST_SUBJECT = 250
/** A mail's subject. Mail services refuse one with a line break. */
export const subjectLine = (text: string): string => shortLine(text, MOST_SUBJECT)

const MOST_FILE_NAME = 200
/** A file's name without folders, in one line, with its extension. */
export const sentFileName = (name: string): string => {
  const line = oneLine(name).replaceAll(/[/\\]/g, '_') || 'file'
  if (line.length <= MOST_FILE_NAME) return line
  const extension = /\.[^. ]{1,10}$/.exec(line)?.[0] ?? ''
  return `${begun(line, MOST_FILE_NAME - extension.length).trimEnd()}${extension}`
}

/** RFC 8187 leaves fewer characters unescaped than a URL does. */
const extendedValue = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** The `Content-Disposition` header: how a browser shows and names a file. */
export const fileDisposition = (disposition: 'inline' | 'attachment', fileName: string): string => {
  const name = sentFileName(fileName)
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return plain === name
    ? `${disposition}; filename="${name}"`
    : `${disposition}; filename="${plain}"; filename*=UTF-8''${extendedValue(name)}`
}
