import { Menu, Tabs, type TabsProps } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { printPage, usePrinting } from './use-printing.ts'

/** The tabs of a page. On paper they follow each other, each below its name. */
export const PageTabs = (props: TabsProps) => {
  const prints = usePrinting()
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!prints) return
    for (const panel of own.current?.querySelectorAll<HTMLElement>(':scope > [role="tabpanel"]') ?? []) {
      const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')
      panel.dataset.printed = tab?.textContent ?? ''
    }
  }, [prints])
  return <Tabs ref={own} keepMounted={prints} keepMountedMode="display-none" {...props} />
}

/** In a page's menu: prints it with all its tabs. */
export const PrintItem = () => (
  <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={printPage}>
    Print
  </Menu.Item>
)
