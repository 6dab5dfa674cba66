import {
  type AriaAttributes,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type KeyboardEventHandler,
  type MouseEventHandler,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lateCode } from '../../lib/connection/chunk-error.ts'
import { loadedAhead } from '../settling/late.tsx'

type Target = ReactElement<
  { onClick?: MouseEventHandler; onKeyDown?: KeyboardEventHandler } & Pick<
    AriaAttributes,
    'aria-haspopup' | 'aria-expanded'
  >
>

/** What the code of a menu, or of what else opens beside its button, gets. */
export interface MenuStart {
  /** The button that opens it. */
  target: Target
  /** It was asked for by the button that stood there until now. */
  startsOpen?: boolean
}

/**
 * A menu whose code comes after the page: until someone opens it, its button is all there is. It stays the same button
 * until then, so that it keeps the focus.
 * @param load the menu with its button. Without a connection it stays closed
 */
export const lateMenu = <Props extends object>(
  load: () => Promise<ComponentType<Props & MenuStart>>,
): ((props: Props & { target: Target }) => ReactElement) => {
  let loaded: ComponentType<Props & MenuStart> | undefined
  const loadOnce = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const known = loadedAhead(loadOnce)
  const code = lateCode(async () => {
    known()
    return loadOnce()
  })
  return (props) => {
    const [wasThere] = useState(() => loaded !== undefined)
    const [Menu, show] = useState(() => loaded)
    if (Menu) return <Menu {...props} startsOpen={!wasThere} />
    const open = async (): Promise<void> => {
      if (!loaded) await code()
      if (loaded) show(() => loaded)
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      void open()
    }
    return cloneElement(props.target, {
      onClick: () => void open(),
      // As the button of an opened menu answers it.
      onKeyDown,
      'aria-haspopup': props.target.props['aria-haspopup'] ?? 'menu',
      'aria-expanded': false,
    })
  }
}

/**
 * Whether a late menu is open. It begins closed, with the focus on its button, so that the button has the focus again
 * when it closes.
 * @returns the state, its setter and the ref of what is around the button
 */
export const useMenuStart = (
  startsOpen: boolean | undefined,
): [boolean, (opened: boolean) => void, RefObject<HTMLDivElement | null>] => {
  const [opened, setOpened] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!startsOpen) return
    around.current?.querySelector('button')?.focus()
    setOpened(true)
  }, [startsOpen])
  return [opened, setOpened, around]
}
