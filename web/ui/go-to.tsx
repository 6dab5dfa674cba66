import { useEffect } from 'react'
import { type Address, useGo } from '../lib/address.ts'

/** Leads on to another page. Going back doesn't return here. */
export const GoTo = ({ href }: { href: Address }) => {
  const go = useGo()
  useEffect(() => go.instead(href), [go, href])
  return null
}
