/*
 * Text that was typed and isn't sent yet, kept in this browser for one person of one company. It survives the end of a
 * session, a deployment and a closed window. No one else who signs in on the same machine is shown it.
 */

const PREFIX = 'outlay.typed.'
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export interface KeptText<T = unknown> {
  value: T
  /** The saved version that it is based on. 0 for what isn't saved yet. */
  version: number
  /** What it was typed over, for a form that merges with what someone else saves. */
  base?: T
  at: string
  /** The page that it was typed on. */
  path: string
  /** The page went away by itself while it was typed: the session ended, or the app was replaced. */
  wasCutOff?: boolean
}

/** Whose text it is. `null` where there is no account: then it stays in the tab. */
export type TextOwner = string | null

const storeOf = (owner: TextOwner): Storage => (owner === null ? sessionStorage : localStorage)
const keyOf = (owner: TextOwner, name: string): string => `${PREFIX}${owner ?? 'tab'}.${name}`

/** Names of what is never written to a disk: bank accounts, tax numbers, and what opens a door. */
const SECRET =
  /account_?number|routing_?number|tax_?payer|tax_?ids?$|iban|sort_?code|swift|\bbic\b|password|passphrase|secret|token|api_?key|private_?key/i

/** The value without what is secret, at any depth. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  const open = Object.entries(value).filter(([name]) => !SECRET.test(name))
  return Object.fromEntries(open.map(([name, inner]) => [name, withoutSecrets(inner)]))
}

const parse = (text: string | null): KeptText | null => {
  const found = JSON.parse(text ?? 'null') as Partial<KeptText> | null
  if (!found || typeof found.version !== 'number' || typeof found.at !== 'string') return null
  return { path: '', ...found, version: found.version, at: found.at, value: found.value }
}

/** Storage can be refused or full. What is typed stays on the screen then. */
const tryTo = <T>(otherwise: T, run: () => T): T => {
  try {
    return run()
  } catch {
    return otherwise
  }
}

const each = (store: Storage, visit: (key: string, kept: KeptText) => void): void => {
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
  for (const key of keys.filter((name) => name.startsWith(PREFIX))) {
    const kept = tryTo(null, () => parse(store.getItem(key)))
    if (kept) visit(key, kept)
  }
}

const dropOld = (store: Storage): void =>
  each(store, (key, { at }) => {
    if (Date.now() - Date.parse(at) > KEPT_MS) store.removeItem(key)
  })

export const keepText = (owner: TextOwner, name: string, text: Pick<KeptText, 'value' | 'version' | 'base'>): void =>
  tryTo(undefined, () => {
    const kept = {
      ...text,
      value: withoutSecrets(text.value),
      base: withoutSecrets(text.base),
      at: new Date().toISOString(),
    }
    const store = storeOf(owner)
    dropOld(store)
    const { pathname: path } = window.location
    store.setItem(keyOf(owner, name), JSON.stringify({ ...kept, path, ...(cutOff && { wasCutOff: true }) }))
  })

export const keptText = (owner: TextOwner, name: string): KeptText | null =>
  tryTo(null, () => {
    const found = parse(storeOf(owner).getItem(keyOf(owner, name)))
    return found && Date.now() - Date.parse(found.at) <= KEPT_MS ? found : null
  })

export const dropText = (owner: TextOwner, name: string): void =>
  tryTo(undefined, () => storeOf(owner).removeItem(keyOf(owner, name)))

/** Whether something is kept that was typed on a page. */
export const hasTextAt = (path: string): boolean =>
  tryTo(false, () => {
    let found = false
    each(localStorage, (_, kept) => {
      found ||= kept.path === path
    })
    return found
  })

/** What was typed on a page comes back by itself when the page opens again. */
export const bringBackAt = (path: string): void =>
  tryTo(undefined, () =>
    each(localStorage, (key, kept) => {
      if (kept.path === path) localStorage.setItem(key, JSON.stringify({ ...kept, wasCutOff: true }))
    }),
  )

let cutOff = false
const writers = new Set<() => void>()

/** Whether the page goes away by itself now. Asking whether to leave would be no question then. */
export const isCutOff = (): boolean => cutOff

/** Keeps what every open form has, because the page goes away by itself. */
export const cutOffText = (): void => {
  cutOff = true
  for (const write of writers) write()
}

// A page that comes back from the browser's memory was not cut off after all.
globalThis.window?.addEventListener?.('pageshow', () => {
  cutOff = false
})

/** @param write keeps what an open form has. @returns ends that */
export const onCutOff = (write: () => void): (() => void) => {
  writers.add(write)
  return () => writers.delete(write)
}
