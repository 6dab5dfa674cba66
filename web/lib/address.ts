import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isSafeTarget } from './redirect.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** An address of a page of the app. Only `to` makes them, and `readAddress` from what servers wrote. */
export type Address = string & { readonly isAddress: true }

/** As the app's router registers them (web/router.ts). */
type FileRoutesByTo = RegisteredRouter['routeTree']['types']['fileRouteTypes']['fileRoutesByTo']
/** Each page's path, with the names of its parameters. */
export type PagePath = keyof FileRoutesByTo
/** The paths that need no parameters. */
export type FixedPath = Exclude<PagePath, `${string}$${string}`>

type TypesOf<Path extends PagePath> = FileRoutesByTo[Path]['types']
type SearchOf<Path extends PagePath> = TypesOf<Path>['fullSearchSchemaInput']
type Parts<Path extends PagePath> = Path extends FixedPath
  ? [params?: Record<never, never>, search?: SearchOf<Path>]
  : [params: TypesOf<Path>['allParams'], search?: SearchOf<Path>]

const PART = /\/(?:\$(\w*)|\{-\$(\w+)\})/g

/**
 * The address of a page: `to('/vendors/$vendorId', { vendorId })`, `to('/vendors', {}, { filter: 'ALL' })`. Paths,
 * parameters and search are the routes' own, so that an address that leads nowhere doesn't compile.
 */
export const to = <const Path extends PagePath>(path: Path, ...[params, search]: Parts<Path>): Address => {
  const given = (params ?? {}) as Record<string, string | undefined>
  const filled = path.replace(PART, (_, name: string | undefined, optional: string | undefined) => {
    // A `$` alone is the rest of the path.
    if (name === '') return `/${given._splat ?? ''}`
    const value = given[name ?? optional ?? '']
    return value === undefined && optional ? '' : `/${encodeURIComponent(value ?? '')}`
  })
  return `${filled || '/'}${stringifySearch((search ?? {}) as Record<string, unknown>)}` as Address
}

/** An address from a server or from storage, or home if it doesn't lead into the app. */
export const readAddress = (text: unknown): Address => (isSafeTarget(text) ? text : '/') as Address

/** Goes to addresses as links do. */
export const useGo = () => {
  const { history } = useRouter()
  return useMemo(
    () => ({
      /** @param unasked leaves without asking about unsaved changes */
      to: (address: Address, { unasked = false } = {}): void =>
        history.push(address, undefined, { ignoreBlocker: unasked }),
      instead: (address: Address, { unasked = false } = {}): void =>
        history.replace(address, undefined, { ignoreBlocker: unasked }),
    }),
    [history],
  )
}

/** What the router takes in place of an address. */
export const locationOf = (address: Address) => {
  const { pathname, search, hash } = new URL(address, 'https://outlay.invalid')
  return { to: pathname, search: parseSearch(search), hash: hash.slice(1) }
}
