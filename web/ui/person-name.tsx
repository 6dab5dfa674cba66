import type { CSSProperties } from 'react'
import { initials } from '../lib/format.ts'
import classes from './text.module.css'

/** The same person has the same color everywhere. */
const hueOf = (name: string): number => {
  let hash = 0
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 360
  return hash
}

interface AvatarProps {
  name: string
  size?: 'small' | 'large'
}

export const PersonAvatar = ({ name, size = 'small' }: AvatarProps) => (
  <span className={classes.avatar} data-size={size} style={{ '--hue': hueOf(name) } as CSSProperties} aria-hidden>
    {initials(name)}
  </span>
)

export const PersonName = ({ name, size = 'small' }: AvatarProps) => (
  <span className={classes.person}>
    <PersonAvatar name={name} size={size} />
    <span className={classes.personName}>{name}</span>
  </span>
)

/** Several people in one line: "Dana Reyes, Priya Shah +2", all names on hover. */
export const PeopleNames = ({ names, shown = 1 }: { names: string[]; shown?: number }) => {
  if (names.length === 0) return <span aria-hidden>–</span>
  const rest = names.length - shown
  return (
    <span className={classes.stack} title={names.join(', ')}>
      <span className={classes.stackAvatars}>
        {names.slice(0, 3).map((name) => (
          <PersonAvatar key={name} name={name} />
        ))}
      </span>
      <span className={classes.personName}>{names.slice(0, shown).join(', ')}</span>
      {rest > 0 && <span className={classes.dim}>+{rest}</span>}
    </span>
  )
}
