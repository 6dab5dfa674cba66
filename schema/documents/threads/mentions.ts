/** Mentions in a comment's text: `@[Ada Lovelace](user id)`. Pure: the Worker reads them, and screens show them. */

const MENTION = /@\[([^[\]\n]{1,200})\]\(([A-Za-z0-9_-]{1,64})\)/g

export interface Mention {
  userId: string
  name: string
}

/** Everyone a text mentions, once each. */
export const mentionsOf = (body: string): Mention[] => [
  ...new Map([...body.matchAll(MENTION)].map(([, name = '', userId = '']) => [userId, { userId, name }])).values(),
]

export const mentionText = ({ userId, name }: Mention): string => `@[${name.replaceAll(/[[\]\n]/g, ' ')}](${userId})`

/** The text as people read it, for example in an email: names instead of marks. */
export const plainText = (body: string): string => body.replaceAll(MENTION, '@$1')

export type BodyPart = { text: string } | { mention: Mention }

/** The text in pieces, for the screen. */
export const bodyParts = (body: string): BodyPart[] => {
  const parts: BodyPart[] = []
  let last = 0
  for (const match of body.matchAll(MENTION)) {
    if (match.index > last) parts.push({ text: body.slice(last, match.index) })
    parts.push({ mention: { name: match[1] ?? '', userId: match[2] ?? '' } })
    last = match.index + match[0].length
  }
  if (last < body.length) parts.push({ text: body.slice(last) })
  return parts
}
