import { Menu } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { printPage } from './use-printing.ts'

/** In a page's menu: prints it with all its tabs. */
export const PrintItem = () => (
  <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={printPage}>
    Print
  </Menu.Item>
)
