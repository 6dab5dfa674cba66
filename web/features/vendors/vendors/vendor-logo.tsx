import { type CSSProperties, useState } from 'react'
import { initials } from '../../../lib/format.ts'
import classes from './vendors.module.css'

const hueOf = (name: string): number => {
  let hash = 0
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 360
  return hash
}

interface VendorLogoProps {
  name: string
  logoUrl: string | null
  size?: 'small' | 'large'
}

/** A vendor's logo, or its initials in a color of their own. Decorative, because the name is beside it. */
export const VendorLogo = ({ name, logoUrl, size = 'small' }: VendorLogoProps) => {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = logoUrl && logoUrl !== broken ? logoUrl : null
  return (
    <span className={classes.logo} data-size={size} aria-hidden>
      {shown ? (
        <img src={shown} alt="" onError={() => setBroken(shown)} />
      ) : (
        <span className={classes.monogram} style={{ '--hue': hueOf(name) } as CSSProperties}>
          {initials(name)}
        </span>
      )}
    </span>
  )
}
