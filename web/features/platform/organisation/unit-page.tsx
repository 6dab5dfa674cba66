import { Button, Menu } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { useGo } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { Section } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { type UnitKind, type UnitWithMembers, unitHref, useUnit } from './api.ts'
import { MemberTable } from './member-table.tsx'
import { UnitDialog } from './unit-dialog.tsx'
import { UnitHistory } from './unit-history.tsx'
import { useUnitRemoval } from './use-unit-removal.tsx'
import { counted, mappedNames } from './words.ts'

const search = z.object({ dialog: z.enum(['rename', 'add']).optional().catch(undefined) })

/** One unit: its members, its counterparts in other systems, and its history. */
export const UnitPage = ({ kind, id }: { kind: UnitKind; id: string }) => {
  const go = useGo()
  const [{ dialog }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useUnit(kind, id)
  const { ask, merge, dialogs } = useUnitRemoval(kind, (intoId) => go.to(intoId ? unitHref(kind, intoId) : kind.href))
  const crumbs = [{ label: kind.title, href: kind.href }]
  if (!data) {
    const retry = () => void refetch()
    return <PendingPage title={kind.title} breadcrumbs={crumbs} error={error} onRetry={retry} height={240} />
  }
  const close = () => setSearch({ dialog: undefined })
  const add = () => setSearch({ dialog: 'add' })
  return (
    <>
      <PageHeader
        title={data.name}
        tabTitle={`${data.name} - ${kind.title}`}
        breadcrumbs={crumbs}
        subtitle={<Subtitle kind={kind} unit={data} />}
        action={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            Add people
          </Button>
        }
        menu={
          <>
            <Menu.Item
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setSearch({ dialog: 'rename' })}
            >
              Rename
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => merge(data)}>
              Merge into another
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask(data)}>
              Delete
            </Menu.Item>
          </>
        }
      />
      <Section first id="members" title="Members">
        <MemberTable kind={kind} unit={data} onAdd={add} />
      </Section>
      <Section id="history" title="History">
        <UnitHistory kind={kind} id={id} />
      </Section>
      <UnitDialog kind={kind} unit={data} opened={dialog === 'rename'} onClose={close} />
      <AddMembersDialog kind={kind} unit={data} opened={dialog === 'add'} onClose={close} />
      {dialogs}
    </>
  )
}

/** "3 members · ERP departments: Sales". */
const Subtitle = ({ kind, unit }: { kind: UnitKind; unit: UnitWithMembers }) => (
  <>
    {counted(unit.memberCount, 'member')}
    {kind.mappings.map(({ name, header }) => {
      const names = mappedNames(unit, name)
      return names ? ` · ${header}: ${names}` : null
    })}
  </>
)
