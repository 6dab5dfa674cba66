import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { lateCode } from './chunk-error.ts'

/** Code beside what a page shows first, that no one has asked for yet. */
const waiting = new Set<() => Promise<unknown>>()

/** Loads it before someone does, once nothing else loads, so that dialogs and tabs open at once. */
export const loadLate = (): void => {
  for (const load of waiting) load().catch(() => undefined)
  waiting.clear()
}

/**
 * A dialog, tab or part of a page that isn't in its first view.
 * @param load its code. Without a connection it stays closed
 * @param fallback what is in its place until then
 */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ((props: Props) => ReactNode) => {
  let loaded: ComponentType<Props> | undefined
  const code = lateCode(async () => {
    waiting.delete(start)
    loaded = await load()
    return { default: loaded }
  })
  const start = async (): Promise<void> => {
    loaded = await load()
  }
  waiting.add(start)
  const Lazy = lazy(code)
  return (props) => {
    // As long as it is shown it stays the same, so that nothing in it is lost.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={fallback}>
        <Shown {...props} />
      </Suspense>
    )
  }
}
