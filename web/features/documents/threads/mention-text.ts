import { type Mention, mentionsOf, mentionText, plainText } from '../../../../schema/documents/threads/mentions.ts'

/** While a comment is written, mentions read "@Ada Lovelace". The sent text has their ids. Pure. */

export interface Written {
  text: string
  mentions: Mention[]
}

export const toWritten = (body: string): Written => ({ text: plainText(body), mentions: mentionsOf(body) })

/** Longer names first: "@Ann Lee Wong" isn't "@Ann Lee" and a word. */
export const toBody = ({ text, mentions }: Written): string => {
  const known = [...mentions].sort((a, b) => b.name.length - a.name.length)
  let body = ''
  for (let at = 0; at < text.length; ) {
    const mention = text[at] === '@' ? known.find(({ name }) => text.startsWith(name, at + 1)) : undefined
    if (mention) {
      body += mentionText(mention)
      at += mention.name.length + 1
    } else {
      body += text[at]
      at += 1
    }
  }
  return body
}

/** What follows an @ before the caret: the beginning of a name. Null if no one is being named. */
export const namingAt = (text: string, caret: number): { start: number; query: string } | null => {
  const before = text.slice(0, caret)
  const match = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]+)?)$/u.exec(before)
  if (!match) return null
  const query = match[1] ?? ''
  return { start: caret - query.length - 1, query }
}

/** The text with the name in place of what was typed, and the new caret position. */
export const withMention = (
  { text, mentions }: Written,
  { start, query }: { start: number; query: string },
  mention: Mention,
): { written: Written; caret: number } => {
  const inserted = `@${mention.name} `
  const rest = text.slice(start + query.length + 1)
  return {
    written: {
      text: text.slice(0, start) + inserted + rest.replace(/^ /, ''),
      mentions: [...mentions.filter(({ userId }) => userId !== mention.userId), mention],
    },
    caret: start + inserted.length,
  }
}
