import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { InUseReason } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { inUseReasons } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { saidOfGuarded } from '../guarded/index.ts'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { type UnitKind, type UnitRow, unitKeys } from './api.ts'
import { UseList } from './use-list.tsx'

interface MergeDialogProps {
  kind: UnitKind
  unit: Pick<UnitRow, 'id' | 'name'> | null
  opened: boolean
  onClose: () => void
  /** The page of a merged unit leads to the remaining one. */
  onMerged?: ((intoId: string) => void) | undefined
}

/** Replaces a unit by another. */
export const MergeDialog = ({ opened, unit, ...props }: MergeDialogProps) => (
  <Dialog
    opened={opened}
    onClose={props.onClose}
    title={unit ? `Merge ${unit.name} into another ${props.kind.noun}` : 'Merge'}
  >
    {opened && unit && <MergeForm {...props} unit={unit} />}
  </Dialog>
)

type MergeFormProps = Omit<MergeDialogProps, 'opened' | 'unit'> & { unit: Pick<UnitRow, 'id' | 'name'> }

const MergeForm = ({ kind, unit, onClose, onMerged }: MergeFormProps) => {
  const [intoId, setIntoId] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [standing, setStanding] = useState<InUseReason[]>([])
  const others = useMemo(
    () => ({
      name: `merge-${kind.noun}-${unit.id}`,
      load: async ({ search, first = 50 }: { search?: string; first?: number }, signal: AbortSignal) => {
        const page = await kind.calls.list({ search, first }, signal)
        const edges = page.edges.filter(({ node }) => node.id !== unit.id)
        return {
          ...page,
          edges: edges.map(({ cursor, node }) => ({ cursor, node: { value: node.id, label: node.name } })),
        }
      },
    }),
    [kind, unit.id],
  )
  const merge = useCommand({
    run: (into: string, { commandId }) => kind.calls.merge(unit.id, into, commandId),
    success: saidOfGuarded(`${unit.name} merged`),
    invalidates: onMerged ? [] : [unitKeys.all(kind)],
    onSuccess: ({ waits }, into) => {
      onClose()
      if (!waits) onMerged?.(into)
    },
    onError: (failure) => {
      if (isApiError(failure, 'INVALID')) {
        setError(failure.fields?.intoId ?? failure.message)
        return true
      }
      const reasons = isApiError(failure, 'RULE_BROKEN') ? inUseReasons.safeParse(failure.details) : null
      if (!reasons?.success) return undefined
      setStanding(reasons.data)
      return true
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (intoId) merge.send(intoId)
        else setError('Required')
      }}
    >
      <Text mb="md">
        Everything that uses {unit.name} – rules, conditions, approver matrices, drafts
        {kind.members ? ', its people' : ''}– will use the other {kind.noun} instead, and {unit.name} is deleted. This
        can’t be undone.
      </Text>
      <AsyncOptionSelect
        kind="group"
        source={others}
        label={`Merge into`}
        required
        value={intoId}
        error={error}
        onChange={(next) => {
          setIntoId(next)
          setError(null)
        }}
      />
      {standing.length > 0 && (
        <div role="alert">
          <Text mt="md">These requests are pending and keep the values they were filed with. Decide them first.</Text>
          <UseList reasons={standing} />
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={merge.isPending}>
          Merge {kind.noun}
        </Button>
      </Group>
    </form>
  )
}
