import { Menu } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { EvidenceKind } from '../../../../schema/approvals/evidence/endpoints.ts'
import { late } from '../../../ui/settling/late.tsx'
import { useCan } from '../../platform/session/index.ts'

const EvidenceDialog = late(() => import('./evidence-dialog.tsx').then((module) => module.EvidenceDialog))

interface Evidence {
  /** For the page's menu. Null for people who may not. */
  item: ReactNode
  /** For the page itself, because the menu goes when it closes. */
  dialog: ReactNode
}

/** The evidence pack of what a page shows. */
export const useEvidenceDialog = (targetType: EvidenceKind, targetId: string): Evidence => {
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can('evidence.make')) return { item: null, dialog: null }
  return {
    item: (
      <Menu.Item leftSection={<IconFileCertificate size={16} />} onClick={() => setOpen(true)}>
        Evidence pack…
      </Menu.Item>
    ),
    dialog: isOpen && <EvidenceDialog targetType={targetType} targetId={targetId} onClose={() => setOpen(false)} />,
  }
}
