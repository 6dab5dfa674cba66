import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { codeIsMissing, lateCode } from '../../lib/connection/chunk-error.ts'
import { PartSkeleton } from './part-skeleton.tsx'

/** Code beside what a page shows first, that no one has asked for yet. */
const waiting = new Set<() => Promise<unknown>>()

/** How many loads run that no one has asked for. */
let ahead = 0
export const isLoadedAhead = (): boolean => ahead > 0

/**
 * Loads it before someone does, once nothing else loads, so that dialogs and tabs open at once. Where that fails, what is
 * being typed is left alone: the next page is reloaded.
 */
export const loadLate = async (): Promise<void> => {
  const loads = [...waiting]
  waiting.clear()
  if (loads.length === 0) return
  ahead += 1
  const done = await Promise.allSettled(loads.map((load) => load()))
  ahead -= 1
  if (done.some(({ status }) => status === 'rejected')) codeIsMissing()
}

/** @returns says that it is loaded by now, so that it isn't loaded ahead */
export const loadedAhead = (load: () => Promise<unknown>): (() => void) => {
  waiting.add(load)
  return () => void waiting.delete(load)
}

/**
 * A dialog, tab or part of a page that isn't in its first view.
 * @param load its code. Without a connection it stays closed
 * @param height of what is in its place until then, in pixels. Nothing is in place of a dialog
 */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  height?: number,
): ((props: Props) => ReactNode) => {
  let loaded: ComponentType<Props> | undefined
  const loadAhead = async (): Promise<void> => {
    loaded = await load()
  }
  const known = loadedAhead(loadAhead)
  const Lazy = lazy(
    lateCode(async () => {
      known()
      loaded = await load()
      return { default: loaded }
    }),
  )
  return (props) => {
    // As long as it is shown it stays the same, so that nothing in it is lost.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={height === undefined ? null : <PartSkeleton height={height} />}>
        <Shown {...props} />
      </Suspense>
    )
  }
}
