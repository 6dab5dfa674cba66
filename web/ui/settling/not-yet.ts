import { createContext, useContext, useId, useLayoutEffect } from 'react'

/** Told what is still loading, by its id. */
type Report = (id: string, isLoading: boolean) => void

export const Settling = createContext<Report | null>(null)

/** Says that this part of the page may still change its height, so that what is below waits for it. */
export const useNotYet = (isLoading: boolean): void => {
  const report = useContext(Settling)
  const id = useId()
  useLayoutEffect(() => {
    if (!report || !isLoading) return
    report(id, true)
    return () => report(id, false)
  }, [report, id, isLoading])
}

/** The same as an element: by default, while the code of a part is requested. */
export const NotYet = ({ isLoading = true }: { isLoading?: boolean }): null => {
  useNotYet(isLoading)
  return null
}
