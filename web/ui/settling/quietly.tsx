import { type ReactNode, useEffect, useState } from 'react'
import { whenQuiet } from '../../lib/connection/when-quiet.ts'

/** The end of a page, which begins to load once nothing above it loads anymore. */
export const Quietly = ({ children }: { children: ReactNode }) => {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  return isQuiet ? children : null
}
