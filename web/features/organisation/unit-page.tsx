import { Button, Menu, Skeleton } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { isApiError } from '../../lib/errors.ts'
import { usePageSearch } from '../../lib/search-params.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../ui/states.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { type UnitKind, useUnit } from './api.ts'
import { MemberTable } from './member-table.tsx'
import { NameDialog } from './name-dialog.tsx'
import classes from './organisation.module.css'
import { UnitHistory } from './unit-history.tsx'
import { useDeleteUnit } from './use-delete-unit.tsx'

const search = z.object({ dialog: z.enum(['rename', 'add']).optional().catch(undefined) })

/** One group or department: its members and its history. */
export const UnitPage = ({ kind, id }: { kind: UnitKind; id: string }) => {
  const router = useRouter()
  const [{ dialog }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useUnit(kind, id)
  const { ask, refusal } = useDeleteUnit(kind, () => router.history.push(kind.href))
  const crumbs = [{ label: kind.title, href: kind.href }]
  if (!data) {
    if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')) return <NotFound />
    if (isApiError(error, 'FORBIDDEN')) return <Forbidden text={error.message} />
    return (
      <>
        <PageHeader title="…" tabTitle={kind.title} breadcrumbs={crumbs} />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />}
      </>
    )
  }
  const close = () => setSearch({ dialog: undefined })
  const add = () => setSearch({ dialog: 'add' })
  return (
    <>
      <PageHeader
        title={data.name}
        tabTitle={`${data.name} - ${kind.title}`}
        breadcrumbs={crumbs}
        subtitle={data.memberCount === 1 ? '1 member' : `${data.memberCount.toLocaleString('en-US')} members`}
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
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask(data)}>
              Delete
            </Menu.Item>
          </>
        }
      />
      <section aria-labelledby="members">
        <h2 id="members" className={classes.heading}>
          Members
        </h2>
        <MemberTable kind={kind} unit={data} onAdd={add} />
      </section>
      <section aria-labelledby="history" className={classes.section}>
        <h2 id="history" className={classes.heading}>
          History
        </h2>
        <UnitHistory kind={kind} id={id} />
      </section>
      <NameDialog kind={kind} unit={data} opened={dialog === 'rename'} onClose={close} />
      <AddMembersDialog kind={kind} unit={data} opened={dialog === 'add'} onClose={close} />
      {refusal}
    </>
  )
}
