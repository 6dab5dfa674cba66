import {
  Children,
  isValidElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import classes from './in-order.module.css'
import { Settling, useNotYet } from './not-yet.ts'

/** After this, a part is shown even if one above it is still loading. */
const MOST_WAITED_MS = 4000
const ALL = Number.POSITIVE_INFINITY

/**
 * Parts of a page that are loaded separately, one below the other. Each is shown once those above it have their
 * height, so that nothing moves while it is read. Those with a table wait by themselves, others say it with `useNotYet`.
 */
export const InOrder = ({ children }: { children: ReactNode }) => {
  const parts = Children.toArray(children).filter(isValidElement)
  const loading = useRef(new Map<string, Set<string>>())
  // How many are shown. It never falls: what was seen stays when something is read again.
  const [shown, setShown] = useState(1)
  const [, look] = useState(0)
  // Within a part of a longer page, it is a part that changes until all of it is shown.
  useNotYet(shown !== ALL)
  const report = useCallback((part: string, id: string, isLoading: boolean): void => {
    const ids = loading.current.get(part) ?? new Set<string>()
    if (isLoading) ids.add(id)
    else ids.delete(id)
    loading.current.set(part, ids)
    look((times) => times + 1)
  }, [])
  useLayoutEffect(() => {
    const first = parts.findIndex(({ key }, index) => index >= shown - 1 && loading.current.get(String(key))?.size)
    const next = first === -1 ? ALL : first + 1
    if (next > shown) setShown(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => setShown(ALL), MOST_WAITED_MS)
    return () => clearTimeout(timer)
  }, [])
  return parts.map((part, index) => (
    <Part key={part.key} id={String(part.key)} waits={index >= shown} report={report}>
      {part}
    </Part>
  ))
}

interface PartProps {
  id: string
  waits: boolean
  report: (part: string, id: string, isLoading: boolean) => void
  children: ReactNode
}

const Part = ({ id: part, waits, report, children }: PartProps) => {
  const own = useCallback((id: string, isLoading: boolean) => report(part, id, isLoading), [report, part])
  return (
    <Settling.Provider value={own}>
      <div className={classes.part} data-waits={waits || undefined}>
        {children}
      </div>
    </Settling.Provider>
  )
}
