import { type ReactNode, useRef } from 'react'
import { useSaidContent } from '../focus/use-said.ts'

interface RunningTotalProps {
  className: string | undefined
  children: ReactNode
  /** Marks a total that can't stay so. */
  isWrong?: boolean
}

/** A sum below what is typed. It's said when someone stops typing. */
export const RunningTotal = ({ className, children, isWrong = false }: RunningTotalProps) => {
  const own = useRef<HTMLParagraphElement>(null)
  useSaidContent(own)
  return (
    <p ref={own} className={className} data-wrong={isWrong || undefined}>
      {children}
    </p>
  )
}
