import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMemo } from 'react'
import { FLAG_LABELS } from '../../../../schema/platform/members/rules.ts'
import { ACCESS_FLAGS, type AccessFlag } from '../../../../schema/shared/permissions.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { type Change, type MappedKind, type Meaning, saveMeaning, useMeanings } from './api.ts'
import classes from './provisioning.module.css'
import { provisioningKeys } from './query-keys.ts'

/** The provider's names of one kind, those that need an admin first, each with what it means here. */

export const KIND_WORDS: Record<
  MappedKind,
  { tab: string; one: string; option: 'department' | 'business-unit' | 'entity' | 'group' }
> = {
  departments: { tab: 'Departments', one: 'department', option: 'department' },
  'business-units': { tab: 'Business units', one: 'business unit', option: 'business-unit' },
  entities: { tab: 'Entities', one: 'entity', option: 'entity' },
  groups: { tab: 'Groups', one: 'group', option: 'group' },
}

const isOpen = ({ unit, role, isLeftOut }: Meaning): boolean => unit === null && role === null && !isLeftOut

const stateOf = (row: Meaning): State => {
  if (isOpen(row)) return { tone: 'waiting', label: 'Needs attention' }
  return row.isLeftOut ? { tone: 'archived', label: 'Left out' } : { tone: 'positive', label: 'Mapped' }
}

const movedText = ({ people, isDone }: NonNullable<Meaning['moved']>): string => {
  const counted = people === 1 ? '1 person' : `${people} people`
  if (!isDone) return `Moving people: ${people} so far`
  return people === 0 ? 'No one had to move' : `${counted} moved`
}

const ROLES = ACCESS_FLAGS.map((flag) => ({ value: flag, label: FLAG_LABELS[flag] }))
const isRole = (text: string | null): text is AccessFlag => ROLES.some(({ value }) => value === text)

const changeOf = ({ value, unit, role, isLeftOut }: Meaning): Change => ({
  value,
  unitId: unit?.id ?? null,
  role,
  isLeftOut,
})

const columnsOf = (kind: MappedKind, save: (change: Change) => void): Column<Meaning>[] => {
  const { one, option } = KIND_WORDS[kind]
  const choose = (row: Meaning, change: Partial<Change>) => save({ ...changeOf(row), isLeftOut: false, ...change })
  const giveRole = async (row: Meaning, role: string | null): Promise<void> => {
    if (!isRole(role)) return choose(row, { role: null })
    const agreed = await confirm({
      title: `Give people in ${row.value} the access “${FLAG_LABELS[role]}”?`,
      text: 'People in this group get it now, and others when your identity provider adds them. They lose it when they are removed there. Access to money waits for a second person.',
      confirmLabel: 'Give access',
    })
    if (agreed) choose(row, { role })
  }
  return [
    { id: 'value', header: 'At the identity provider', card: 'title', cell: ({ value }) => value },
    {
      id: 'unit',
      header: 'In Outlay',
      width: '18rem',
      cell: (row) => (
        <AsyncOptionSelect
          kind={option}
          aria-label={`${row.value} is this ${one} in Outlay`}
          placeholder={`Choose ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`}
          value={row.unit?.id ?? null}
          known={row.unit ? [{ value: row.unit.id, label: row.unit.name }] : []}
          onChange={(unitId) => choose(row, { unitId })}
        />
      ),
    },
    ...(kind === 'groups'
      ? [
          {
            id: 'role',
            header: 'Access it gives',
            width: '14rem',
            cell: (row: Meaning) => (
              <OptionSelect
                aria-label={`Access that ${row.value} gives`}
                placeholder="None"
                options={ROLES}
                value={row.role}
                onChange={(role) => void giveRole(row, role)}
              />
            ),
          },
        ]
      : []),
    {
      id: 'state',
      header: 'State',
      width: '12rem',
      cell: (row) => (
        <>
          <StatusBadge {...stateOf(row)} />
          {row.moved && <span className={classes.moved}>{movedText(row.moved)}</span>}
        </>
      ),
    },
    {
      id: 'leave-out',
      header: 'Leave out',
      width: '8rem',
      align: 'right',
      cell: (row) =>
        isOpen(row) || row.isLeftOut ? (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => save({ ...changeOf(row), unitId: null, role: null, isLeftOut: !row.isLeftOut })}
          >
            {row.isLeftOut ? 'Bring back' : 'Leave out'}
            <span className="ol-visually-hidden"> {row.value}</span>
          </Button>
        ) : null,
    },
  ]
}

const byNeed = (rows: readonly Meaning[]): Meaning[] => rows.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))

export const MeaningsTable = ({ kind }: { kind: MappedKind }) => {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useMeanings(kind)
  const save = useCommand<Change>({
    run: (change, { commandId }) => saveMeaning(kind, change, commandId),
    success: (_, { value }) => `${value} saved`,
    invalidates: [provisioningKeys.mappings, provisioningKeys.open],
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands keep nothing of the render they were made in
  const columns = useMemo(() => columnsOf(kind, save.send), [kind])
  const { tab } = KIND_WORDS[kind]
  return (
    <>
      <TableView
        label={tab}
        columns={columns}
        rows={data && byNeed(data.pages.flatMap(({ rows }) => rows))}
        rowId={({ value }) => value}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={4}
        empty={{
          icon: <IconPlugConnected size={20} aria-hidden />,
          title: `No ${tab.toLowerCase()} yet`,
          text: `${tab} that your identity provider sends appear here. Those with the same name as one of yours are matched.`,
        }}
      />
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
