import { hrefOf, type KINDS, type Kind } from '../../schema/shared/kinds.ts'
import { type Address, type PagePath, readAddress } from './address.ts'

type PathOf<K extends Kind> = (typeof KINDS)[K]['page'] extends `${infer Before}{id}`
  ? Extract<PagePath, `${Before}$${string}`>
  : Extract<PagePath, (typeof KINDS)[K]['page']>

/** Kinds whose page isn't one of the app's. */
type Lost = { [K in Kind]: (typeof KINDS)[K]['page'] extends null ? never : PathOf<K> extends never ? K : never }[Kind]

/** The page of an object, or of its history. Doesn't compile while the table of kinds has an address without a page. */
export const addressOf = <K extends Exclude<Kind, Lost>>(kind: K, id: string, part?: 'history') => {
  const href = hrefOf(kind, id, part)
  return (href && readAddress(href)) as null extends typeof href ? Address | null : Address
}
