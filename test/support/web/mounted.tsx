import { MantineProvider } from '@mantine/core'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach } from 'vitest'

/**
 * A place on an empty page for parts that need neither a server nor addresses, before each test of the file and gone
 * after it.
 */
export const mounted = () => {
  let root: Root
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    root = createRoot(document.body.appendChild(document.createElement('div')))
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    document.body.replaceChildren()
  })
  const render = (content: ReactNode): void => root.render(<MantineProvider env="test">{content}</MantineProvider>)
  return {
    /** Shows it, with what it loads. */
    show: (content: ReactNode): Promise<void> => act(async () => render(content)),
    /** Shows it, and waits for nothing. */
    showAtOnce: (content: ReactNode): void => act(() => render(content)),
  }
}
