import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { loadCommands } from './commands.ts'
import type { SearchDialogProps } from './search-dialog.tsx'
import { useTypedEarly } from './typed-early.ts'

const SearchDialog = lazy(
  lateCode(async () => {
    const [{ SearchDialog: Shown }, commands] = await Promise.all([import('./search-dialog.tsx'), loadCommands()])
    return { default: (props: Omit<SearchDialogProps, 'sources'>) => <Shown {...props} sources={commands} /> }
  }),
)

const OpenSearch = createContext<() => void>(() => {})

/** Opens the global search from anywhere in the frame. */
export const useOpenSearch = (): (() => void) => useContext(OpenSearch)

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)

export const searchShortcut = (): string => (isMac() ? '⌘K' : 'Ctrl K')

const isShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey

interface LauncherProps {
  /** Whether the person can search. Others don't have the shortcut. */
  enabled: boolean
  children: ReactNode
}

/** Contains the search dialog, whose code loads when it is first opened. Closing it restores the focus. */
export const SearchLauncher = ({ enabled, children }: LauncherProps) => {
  const [opened, setOpened] = useState(false)
  const before = useRef<Element | null>(null)
  const open = useCallback(() => {
    before.current = document.activeElement
    setOpened(true)
  }, [])
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return
      event.preventDefault()
      if (opened) setOpened(false)
      // Not above another dialog, because both would want the focus.
      else if (!document.querySelector('[role="dialog"]')) open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled, opened, open])
  const takeTyped = useTypedEarly(opened, () => setOpened(false))
  const close = (followed: boolean): void => {
    setOpened(false)
    const element = before.current
    if (followed || !(element instanceof HTMLElement)) return
    // The button of a menu that has closed meanwhile no longer exists.
    setTimeout(() => (element.isConnected ? element : document.getElementById('main'))?.focus(), 0)
  }
  return (
    <OpenSearch value={open}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <SearchDialog onClose={close} takeTyped={takeTyped} />
        </Suspense>
      )}
    </OpenSearch>
  )
}
